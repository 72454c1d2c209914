import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { moneyText } from '../ui/text.ts';
import './money-picture.css';
import { type FlowState, type MoneyNode, moneyFlows } from './money-flows.ts';

const flowTexts: Record<FlowState, string> = { planned: 'planned', pending: 'pending', done: 'moved' };

/** The picture of a milestone's money: payments, what is held, and the fee. */
export function MoneyPicture({ milestone }: { milestone: ControlSchema<'Milestone'> }): ReactNode {
  return (
    <figure aria-label="The money of this milestone" className="money-picture stack">
      <ul>
        <Node node={moneyFlows(milestone)} />
      </ul>
      <figcaption className="row muted">
        {Object.entries(flowTexts).map(([state, text]) => (
          <span key={state} className={`flow ${state}`}>
            {text}
          </span>
        ))}
        {milestone.currency && <span>Amounts in {milestone.currency}</span>}
      </figcaption>
    </figure>
  );
}

/** A participant, the line on which its money arrives, and the recipients after it. */
function Node({ node: { tone, role, name, text, flow, next } }: { node: MoneyNode }): ReactNode {
  return (
    <li>
      {flow && (
        <p className={`flow ${flow.state}`}>
          <span className="badge gray">{moneyText(flow.amount)}</span>
        </p>
      )}
      <div className={`money-node ${tone}`}>
        <p className="muted">{role}</p>
        <p>
          <strong>
            <bdi>{name}</bdi>
          </strong>
        </p>
        <p>{text}</p>
      </div>
      {next.length > 0 && (
        <ul>
          {next.map((child) => (
            <Node key={`${child.role} ${child.name}`} node={child} />
          ))}
        </ul>
      )}
    </li>
  );
}
