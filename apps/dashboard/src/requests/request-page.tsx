import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { useControl } from '../api/use-control.ts';
import { CopyText } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code.tsx';
import { Warnings } from '../ui/notice.tsx';
import { Detail, Facts, Page, Section } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { type Operation, toCurl } from './curl.ts';
import { Refusal } from './refusal.tsx';
import { RequestStatus } from './request-list.tsx';

type LoggedRequest = ControlSchema<'LoggedRequest'>;

const back = { href: '/requests', label: 'Requests' };

/** One call: what was sent and answered, which rule it breaks, and how to send it again. */
export function RequestPage(): ReactNode {
  const { requestId = '' } = useParams<{ requestId: string }>();
  return (
    <Detail title="Request" back={back} query={useControl('request', requestId)}>
      {(request) => <Call request={request} />}
    </Detail>
  );
}

function Call({ request }: { request: LoggedRequest }): ReactNode {
  const { data: service } = useControl('service');
  const operation = service?.operations.find(({ operationId }) => operationId === request.operationId);
  const address = `${request.method} ${request.path}`;
  return (
    <Page
      title={request.operationId ?? request.path}
      back={back}
      badges={<RequestStatus status={request.status} />}
      intro={<code>{address}</code>}
    >
      <Refusal request={request} rules={service?.rules ?? []} />
      <Warnings texts={request.warnings.map(({ message }) => message)} />
      <Warnings title="Note" texts={request.notes} />
      <Section title="Details" isCard>
        <Facts
          facts={{
            Time: <Time at={request.createdAt} />,
            Duration: `${Math.round(request.durationInMs)} ms`,
            Token: tokenText(request, operation),
            'Accepted tokens': operation ? operation.tokenKinds.join(', ') || 'none' : 'not known',
            Host: operation?.host ?? 'not known',
            Request: <CopyText text={request.id} />,
          }}
        />
      </Section>
      <CodeBlock label="As curl" code={toCurl(request, { origin: location.origin, operation })} copy="Copy as curl" />
      <div className="columns">
        <CodeBlock label="Request" code={request.request ?? 'Not read.'} copy="Copy the request" />
        <CodeBlock label="Answer" code={answerOf(request)} copy="Copy the answer" />
      </div>
    </Page>
  );
}

/** The answer. Of the checkout's pages, the log has only rule and message. */
function answerOf({ status, answer, rule, message }: LoggedRequest): unknown {
  return { status, ...(answer ?? { body: { rule, message } }) };
}

/** The kind of token in the request. */
function tokenText({ request }: LoggedRequest, operation: Operation | undefined): string {
  if (request?.tokenKind !== undefined) return request.tokenKind;
  return operation?.tokenKinds.length === 0 ? 'none' : 'no known token';
}
