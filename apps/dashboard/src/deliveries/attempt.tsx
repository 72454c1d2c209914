import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';
import { CodeBlock } from '../ui/code.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Card, Columns } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';

/** The request and the answer of an attempt. */
export function Attempt({ attempt }: { attempt: ControlSchema<'DeliveryAttempt'> }): ReactNode {
  const { number, startedAt, endedAt, url, error, answerStatus } = attempt;
  const answer = `${answerStatus}\n${exchangeText(attempt.answerHeaders ?? {}, attempt.answerBody || '(no body)')}`;
  return (
    <Card>
      <div className="row">
        <h3>Attempt {number}</h3>
        <Badge tone={attempt.failure === null ? 'green' : 'red'}>{answerStatus ?? 'No answer'}</Badge>
        <span className="muted">
          <Time at={startedAt} />, {endedAt - startedAt} ms
        </span>
      </div>
      <p>
        POST <CopyText text={url} />
      </p>
      {error !== null && <p className="bad">{error}</p>}
      <Columns>
        <CodeBlock
          label={`Request of attempt ${number}`}
          code={exchangeText(attempt.requestHeaders, attempt.requestBody)}
        />
        <CodeBlock label={`Answer of attempt ${number}`} code={answerStatus === null ? 'none' : answer} />
      </Columns>
    </Card>
  );
}

function exchangeText(headers: Record<string, unknown>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  return `${lines.join('\n')}\n\n${body}`;
}
