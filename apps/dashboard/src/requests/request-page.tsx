import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { useControl } from '../api/use-control.ts';
import { CodeBlock, JsonBlock } from '../ui/code.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Facts } from '../ui/facts.tsx';
import { isNotFound, LoadingPage } from '../ui/loaded.tsx';
import { Notice } from '../ui/notice.tsx';
import { Columns, Page, Section } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { type Operation, toCurl } from './curl.ts';
import { Refusal } from './refusal.tsx';
import { RequestStatus } from './request-list.tsx';

/** One call: what was sent and answered, which rule it breaks, and how to send it again. */
export function RequestPage(): ReactNode {
  const { requestId = '' } = useParams<{ requestId: string }>();
  const query = useControl('request', requestId);
  const { data: service } = useControl('service');
  const { data } = query;
  const back = { href: '/requests', label: 'Requests' };
  if (!data || isNotFound(query.error)) return <LoadingPage title="Request" back={back} query={query} />;
  const operation = service?.operations.find(({ operationId }) => operationId === data.operationId);
  const address = `${data.method} ${data.path}`;
  return (
    <Page
      title={data.operationId ?? data.path}
      back={back}
      badges={<RequestStatus status={data.status} />}
      intro={<code>{address}</code>}
    >
      <Refusal request={data} rules={service?.rules ?? []} />
      {data.notes.map((note) => (
        <Notice key={note} tone="warning" title="Note">
          <p>{note}</p>
        </Notice>
      ))}
      <Section title="Details" isCard>
        <Facts
          facts={{
            Time: <Time at={data.createdAt} />,
            Duration: `${Math.round(data.durationInMs)} ms`,
            Token: tokenText(data, operation),
            'Accepted tokens': operation ? operation.tokenKinds.join(', ') || 'none' : 'not known',
            Host: operation?.host ?? 'not known',
            Request: <CopyText text={data.id} />,
          }}
        />
      </Section>
      <CodeBlock label="As curl" code={toCurl(data, { origin: location.origin, operation })} copy="Copy as curl" />
      <Columns>
        <JsonBlock label="Request" value={data.request ?? 'Not read.'} copy="Copy the request" />
        <JsonBlock label="Answer" value={data.answer ?? 'See the message above.'} copy="Copy the answer" />
      </Columns>
    </Page>
  );
}

/** The kind of token in the request. */
function tokenText({ request }: ControlSchema<'LoggedRequest'>, operation: Operation | undefined): string {
  if (request?.tokenKind !== undefined) return request.tokenKind;
  return operation?.tokenKinds.length === 0 ? 'none' : 'no known token';
}
