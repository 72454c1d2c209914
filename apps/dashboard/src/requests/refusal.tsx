import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { rulesOf, type Violation, violationsOf } from './violations.ts';

type Rules = ControlSchema<'ServiceDescription'>['rules'];

/** Says why a call was refused: the rules, what is wrong, and what to do. */
export function Refusal({ request, rules }: { request: ControlSchema<'LoggedRequest'>; rules: Rules }): ReactNode {
  const { status, rule, message } = request;
  if (status < 400) return null;
  const broken = rulesOf(request).filter((id) => id !== 'ERR-1d');
  const violations = violationsOf(request);
  const advice = violations.length > 1 ? <Violations violations={violations} /> : message;
  // ERR-1 is for refusals without a rule of the service, such as an unknown path.
  if (rule === null || broken.length === 0) {
    const text = 'No rule of the service refused it. See the notes and the answer; a fault may have been injected.';
    return (
      <Notice tone="error" title={`Answered with ${status}`}>
        <div>{advice ?? text}</div>
      </Notice>
    );
  }
  return (
    <Notice
      tone="error"
      title={
        broken.length === 1
          ? `It breaks the rule ${broken[0]}`
          : `It breaks ${broken.length} rules: ${broken.join(', ')}`
      }
      actions={broken.map((id) => (
        // The list filters by the first rule of each request; other rules are found by text.
        <ButtonLink key={id} href={`/requests?${id === rule ? 'rule' : 'q'}=${encodeURIComponent(id)}`}>
          All that break {id}
        </ButtonLink>
      ))}
    >
      {broken.map((id) => (
        <p key={id}>
          {broken.length > 1 && `${id}: `}
          <RuleText rule={rules.find((known) => known.id === id)} />
        </p>
      ))}
      <div>
        <strong>What to do:</strong> {advice}
      </div>
    </Notice>
  );
}

/** The text and the source of a rule. Only for a stated rule is it known that the service itself refuses. */
function RuleText({ rule }: { rule: Rules[number] | undefined }): ReactNode {
  if (!rule) return null;
  const grounds = {
    stated: `The service states it (${rule.source}).`,
    implied: `The service implies it (${rule.source}). ${rule.reason}`,
    assumed: `The service does not say so, the sandbox assumes it. ${rule.reason}`,
  };
  return (
    <>
      {rule.text} <em>{grounds[rule.basis]}</em>
    </>
  );
}

function Violations({ violations }: { violations: Violation[] }): ReactNode {
  return (
    <ul>
      {violations.map(({ field, message, rule }) => (
        <li key={`${field} ${rule} ${message}`}>
          <code>{field}</code>: {message}
        </li>
      ))}
    </ul>
  );
}
