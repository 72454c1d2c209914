import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { useTenantId } from '../api/use-tenant-state.ts';
import { ButtonLink } from '../ui/button.tsx';
import styles from '../ui/notice.module.css';
import { Notice } from '../ui/notice.tsx';
import { rulesOf, violationsOf } from './violations.ts';

type Rules = ControlSchema<'ServiceDescription'>['rules'];

/** Says why a call was refused: the rules, what is wrong, and what to do. */
export function Refusal({ request, rules }: { request: ControlSchema<'LoggedRequest'>; rules: Rules }): ReactNode {
  const tenant = useTenantId();
  const { status, rule, message } = request;
  if (status < 400) return null;
  const broken = rulesOf(request).filter((id) => id !== 'ERR-1d');
  const violations = violationsOf(request);
  // ERR-1 is for refusals without a rule of the service, such as an unknown path.
  if (rule === null || broken.length === 0) {
    const text =
      'No rule of the service refused it: look at the notes and at the answer. A fault may have been injected.';
    return (
      <Notice tone="error" title={`It was answered with ${status}`}>
        {violations.length > 1 ? <Violations violations={violations} /> : (message ?? text)}
      </Notice>
    );
  }
  return (
    <Notice
      tone="error"
      title={titleOf(broken)}
      actions={broken.map((id) => <RuleLink key={id} id={id} first={rule} base={`/dashboard/${tenant}/requests`} />)}
    >
      {broken.map((id) => (
        <p key={id}>
          {broken.length > 1 && `${id}: `}
          <RuleText rule={rules.find((known) => known.id === id)} />
        </p>
      ))}
      {violations.length > 1 ? (
        <>
          <p>
            <strong>What to do:</strong>
          </p>
          <Violations violations={violations} />
        </>
      ) : (
        <p>
          <strong>What to do:</strong> {message}
        </p>
      )}
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

function titleOf(broken: string[]): string {
  return broken.length === 1
    ? `It breaks the rule ${broken[0]}`
    : `It breaks ${broken.length} rules: ${broken.join(', ')}`;
}

/** The list filters by the first rule of each request; other rules are found by text. */
function RuleLink({ id, first, base }: { id: string; first: string; base: string }): ReactNode {
  const filter = id === first ? 'rule' : 'q';
  return <ButtonLink href={`${base}?${filter}=${encodeURIComponent(id)}`}>All that break {id}</ButtonLink>;
}

function Violations({ violations }: { violations: ReturnType<typeof violationsOf> }): ReactNode {
  return (
    <ul className={styles['list']}>
      {violations.map(({ field, message, rule }) => (
        <li key={`${field} ${rule} ${message}`}>
          <code>{field}</code>: {message}
        </li>
      ))}
    </ul>
  );
}
