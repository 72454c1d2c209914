import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { useControl } from '../api/use-control.ts';
import { CodeBlock, JsonBlock } from '../ui/code.tsx';
import { Facts } from '../ui/facts.tsx';
import { LoadingPage } from '../ui/loaded.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card, Columns, Page, Section } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { formMediaType, type Operation, toCurl } from './curl.ts';
import { Refusal } from './refusal.tsx';
import { RequestStatus } from './request-list.tsx';

/** One call: what was sent and answered, which rule it breaks, and how to send it again. */
export function RequestPage(): ReactNode {
  const { requestId = '' } = useParams<{ requestId: string }>();
  const query = useControl('request', requestId);
  const { data: service } = useControl('service');
  const { data } = query;
  const back = { href: '/requests', label: 'Requests' };
  if (!data) return <LoadingPage title="Request" back={back} query={query} />;
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
      <Section title="Details">
        <Card>
          <Facts
            facts={{
              Time: <Time at={data.createdAt} />,
              Duration: `${Math.round(data.durationInMs)} ms`,
              Token: tokenText(data, operation),
              'Tokens it takes': operation ? operation.tokenKinds.join(', ') || 'none' : 'not known',
              'Host of the service': operation?.host ?? 'not known',
              Request: <code>{data.id}</code>,
            }}
          />
        </Card>
      </Section>
      <CodeBlock label="As curl" code={toCurl(data, { origin: location.origin, operation })} copy="Copy as curl" />
      <Exchange logged={data} hasMediaType={Boolean(operation?.mediaType)} />
    </Page>
  );
}

interface ExchangeProps {
  logged: ControlSchema<'LoggedRequest'>;
  /** Whether the operation takes a body. */
  hasMediaType: boolean;
}

/** The request and the answer. */
function Exchange({ logged: { operationId, request, answer }, hasMediaType }: ExchangeProps): ReactNode {
  const { path = {}, query = {}, body, mediaType = '' } = request ?? {};
  const withoutBody = hasMediaType ? 'It was refused before its body was read, or has none.' : 'It has no body.';
  return (
    <Columns>
      <Section title="Request">
        {(hasEntries(path) || hasEntries(query)) && <JsonBlock label="Path and query" value={{ path, query }} />}
        {body === undefined ? (
          <p>{operationId === null ? 'Its body was not read.' : withoutBody}</p>
        ) : (
          <JsonBlock label={`Body, ${mediaType}`} value={body} />
        )}
      </Section>
      <Section title="Answer">
        {hasEntries(answer?.headers) && <JsonBlock label="Headers of the answer" value={answer?.headers} />}
        {answer?.body === undefined ? (
          <p>{answer === null ? 'It has the message above.' : 'It has no body.'}</p>
        ) : (
          <JsonBlock label="Body of the answer" value={answer.body} />
        )}
      </Section>
    </Columns>
  );
}

/** The kind of token in the request. */
function tokenText({ request }: ControlSchema<'LoggedRequest'>, operation: Operation | undefined): string {
  if (request?.tokenKind !== undefined) return request.tokenKind;
  const isByForm = operation?.tokenKinds.length === 0 && request?.mediaType === formMediaType;
  return isByForm ? 'none, its client credentials are in the form' : 'no known token';
}

function hasEntries(value: object = {}): boolean {
  return Object.keys(value).length > 0;
}
