import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { moneyText } from '../ui/money-text.ts';
import { type FlowState, type MoneyNode, moneyPicture } from './money-flows.ts';
import { nodeHeight, type PlacedFlow, type PlacedNode, placeMoney } from './money-layout.ts';
import styles from './money-picture.module.css';

const flowTexts: Record<FlowState, string> = { planned: 'to move', pending: 'on its way', done: 'moved' };
const flowStates = Object.keys(flowTexts) as FlowState[];

/** The picture of a milestone's money: payments, what is held, and the fee. */
export function MoneyPicture({ milestone }: { milestone: ControlSchema<'Milestone'> }): ReactNode {
  const id = useId();
  const [frame, width] = useWidth();
  const format = (amount: number) => moneyText(amount);
  const picture = moneyPicture(milestone, format);
  const { height, nodes, flows } = placeMoney(picture, width);
  return (
    <figure ref={frame} className={styles['frame']}>
      {width > 0 && (
        <svg
          className={styles['picture']}
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="img"
          aria-labelledby={`${id}-title ${id}-text`}
        >
          <title id={`${id}-title`}>The money of this milestone</title>
          <desc id={`${id}-text`}>{picture.nodes.map(describe).join(' ')}</desc>
          <defs>
            {flowStates.map((state) => (
              <marker
                key={state}
                id={`${id}-${state}`}
                viewBox="0 0 8 8"
                refX="6"
                refY="4"
                markerWidth="7"
                markerHeight="7"
                orient="auto"
              >
                <path d="M0 0L8 4L0 8z" className={styles[`${state}-head`]} />
              </marker>
            ))}
          </defs>
          {flows.map((flow) => (
            <path
              key={`${flow.from} ${flow.to}`}
              d={flow.line}
              className={`${styles['flow']} ${styles[flow.state]}`}
              markerEnd={`url(#${id}-${flow.state})`}
            />
          ))}
          {nodes.map((node) => (
            <Node key={node.id} node={node} />
          ))}
          {flows.map((flow) => (
            <Amount key={`${flow.from} ${flow.to}`} flow={flow} text={format(flow.amount)} />
          ))}
        </svg>
      )}
      <figcaption className={styles['legend']}>
        {flowStates.map((state) => (
          <span key={state} className={styles['key']}>
            <svg width="30" height="10" aria-hidden="true">
              <path d="M1 5H29" className={`${styles['flow']} ${styles[state]}`} />
            </svg>
            {flowTexts[state]}
          </span>
        ))}
        {milestone.currency && <span>Amounts in {milestone.currency}</span>}
      </figcaption>
    </figure>
  );
}

function Node({ node: { kind, role, name, text, x, y, width } }: { node: PlacedNode }): ReactNode {
  // About seven pixels for each letter. Longer text is cut; the title has all of it.
  const room = Math.floor((width - 26) / 7.4);
  return (
    <g transform={`translate(${x} ${y})`} className={styles[kind]}>
      <title>{`${role}: ${name}`}</title>
      <rect width={width} height={nodeHeight} rx="10" className={styles['box']} />
      <rect y="12" width="4" height={nodeHeight - 24} rx="2" className={styles['edge']} />
      <text x="16" y="21" className={styles['role']}>
        {role}
      </text>
      <text x="16" y="41" className={styles['name']}>
        {cut(name, room)}
      </text>
      <text x="16" y="61" className={styles['text']}>
        {cut(text, room + 2)}
      </text>
    </g>
  );
}

function Amount({ flow: { label }, text }: { flow: PlacedFlow; text: string }): ReactNode {
  if (!label) return null;
  const width = text.length * 7.6 + 14;
  return (
    <g transform={`translate(${label.x} ${label.y})`}>
      <rect x={-width / 2} y="-12" width={width} height="24" rx="12" className={styles['pill']} />
      <text textAnchor="middle" y="4.5" className={styles['amount']}>
        {text}
      </text>
    </g>
  );
}

function describe({ role, name, text }: MoneyNode): string {
  return `${role}, ${name}: ${text}.`;
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, Math.max(1, length - 1)).toWellFormed()}…` : text;
}

/** The width of an element; 0 until it is known. */
function useWidth(): [React.RefObject<HTMLElement | null>, number] {
  const frame = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    observer.observe(element);
    setWidth(Math.floor(element.clientWidth));
    return () => observer.disconnect();
  }, []);
  return [frame, width];
}
