import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

type Rules = ControlSchema<'ServiceDescription'>['rules'];

/** A violation in a request: the refusals of the service list them as those of the control API do. */
type Violation = NonNullable<ControlSchema<'Problem'>['violations']>[number];

/** Says why a call was refused: the rules, what is wrong, and what to do. */
export function Refusal({ request, rules }: { request: ControlSchema<'LoggedRequest'>; rules: Rules }): ReactNode {
  const { status, rule, message } = request;
  if (status < 400) return null;
  const violations = violationsOf(request);
  const broken = [...new Set([rule, ...violations.map((violation) => violation.rule)])].filter(
    (id): id is string => typeof id === 'string' && id !== 'ERR-1d',
  );
  const advice = violations.length > 1 ? <Violations violations={violations} /> : message;
  // ERR-1 is for refusals without a rule of the service, such as an unknown path.
  if (rule === null || broken.length === 0) {
    const text = 'It breaks no rule of the service. See the notes and the answer. A fault may be the cause.';
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
          ? `The call breaks rule ${broken[0]}`
          : `The call breaks ${broken.length} rules: ${broken.join(', ')}`
      }
      actions={broken.map((id) => (
        <ButtonLink key={id} href={`/requests?rule=${encodeURIComponent(id)}`}>
          All calls that break {id}
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
    stated: `Stated by the service (${rule.source}).`,
    implied: `Implied by the service (${rule.source}). ${rule.reason}`,
    assumed: `Assumed by the sandbox. ${rule.reason}`,
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

/** Everything that the answer lists as wrong; empty if it is only one thing. */
export function violationsOf({ answer }: ControlSchema<'LoggedRequest'>): Violation[] {
  const { violations = [] } = (answer?.body ?? {}) as { violations?: Violation[] };
  return Array.isArray(violations) ? violations : [];
}
