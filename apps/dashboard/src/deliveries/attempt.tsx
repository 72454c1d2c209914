import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Card, Columns } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import styles from './attempt.module.css';

type Logged = ControlSchema<'Delivery'>['attemptLog'][number];

/** The request and the answer of an attempt. */
export function Attempt({ attempt }: { attempt: Logged }): ReactNode {
  const { number, startedAt, endedAt, url, requestHeaders, requestBody, error } = attempt;
  return (
    <Card>
      <div className={styles['heading']}>
        <h3>Attempt {number}</h3>
        <Outcome attempt={attempt} />
        <span className={styles['time']}>
          <Time at={startedAt} />, {endedAt - startedAt} ms
        </span>
      </div>
      <p className={styles['url']}>
        POST <code>{url}</code>
      </p>
      {error !== null && <p className={styles['error']}>{error}</p>}
      <Columns>
        <CodeBlock
          label={`Request of attempt ${number}`}
          code={`${headerLines(requestHeaders)}\n\n${requestBody}`}
          copy="Copy"
        />
        <CodeBlock label={`Answer of attempt ${number}`} code={answerText(attempt)} />
      </Columns>
    </Card>
  );
}

function Outcome({ attempt: { answerStatus } }: { attempt: Logged }): ReactNode {
  if (answerStatus === null) return <Badge tone="red">No answer</Badge>;
  const isDelivered = answerStatus >= 200 && answerStatus < 300;
  return <Badge tone={isDelivered ? 'green' : 'red'}>{answerStatus}</Badge>;
}

function answerText({ answerStatus, answerHeaders, answerBody }: Logged): string {
  if (answerStatus === null) return 'none';
  return `${answerStatus}\n${headerLines(answerHeaders ?? {})}\n\n${answerBody || '(no body)'}`;
}

function headerLines(headers: Record<string, unknown>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n');
}
