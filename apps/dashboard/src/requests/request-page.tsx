import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { useServiceDescription, useTenantId } from '../api/use-tenant-state.ts';
import { CodeBlock, JsonBlock } from '../ui/code-block.tsx';
import { Facts } from '../ui/facts.tsx';
import { LoadingPage } from '../ui/loading-page.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card, Columns, Page, Section } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { toCurl } from './curl.ts';
import { Refusal } from './refusal.tsx';
import { RequestStatus } from './request-rows.tsx';
import { useRequest } from './use-requests.ts';

/** One call: what was sent and answered, which rule it breaks, and how to send it again. */
export function RequestPage(): ReactNode {
  const tenant = useTenantId();
  const { requestId = '' } = useParams<{ requestId: string }>();
  const { data, error } = useRequest(requestId);
  const { data: service } = useServiceDescription();
  const back = { href: `/dashboard/${tenant}/requests`, label: 'Requests' };
  if (!data) return <LoadingPage title="Request" back={back} error={error} />;
  const operation = service?.operations.find(({ operationId }) => operationId === data.operationId);
  return (
    <Page
      title={data.operationId ?? data.path}
      back={back}
      badges={<RequestStatus status={data.status} />}
      intro={
        <code>
          {data.method} {data.path}
        </code>
      }
    >
      <Refusal request={data} rules={service?.rules ?? []} />
      {data.notes.map((note) => (
        <Notice key={note} tone="warning" title="Note">
          {note}
        </Notice>
      ))}
      <Section title="Details">
        <Card>
          <Facts
            facts={[
              ['Time', <Time key="time" at={data.createdAt} />],
              ['Duration', `${Math.round(data.durationInMs)} ms`],
              ['Token', tokenText(data, operation)],
              ['Tokens it takes', operation ? operation.tokenKinds.join(', ') || 'none' : 'not known'],
              ['Host of the service', operation?.host ?? 'not known'],
              ['Request', <code key="id">{data.id}</code>],
            ]}
          />
        </Card>
      </Section>
      <CodeBlock label="As curl" code={toCurl(data, { origin: location.origin, operation })} copy="Copy as curl" />
      <Exchange request={data} hasMediaType={Boolean(operation?.mediaType)} />
    </Page>
  );
}

/** The request and the answer. */
function Exchange({
  request,
  hasMediaType,
}: {
  request: ControlSchema<'LoggedRequest'>;
  /** Whether the operation takes a body. */
  hasMediaType: boolean;
}): ReactNode {
  return (
    <Columns>
      <Section title="Request">
        {(hasEntries(request.request?.path) || hasEntries(request.request?.query)) && (
          <JsonBlock
            label="Path and query"
            value={{ path: request.request?.path ?? {}, query: request.request?.query ?? {} }}
          />
        )}
        {request.request?.body === undefined ? (
          <p>{request.operationId === null ? 'Its body was not read.' : bodyText(hasMediaType)}</p>
        ) : (
          <JsonBlock label={`Body, ${request.request.mediaType ?? ''}`} value={request.request.body} />
        )}
      </Section>
      <Section title="Answer">
        {hasEntries(request.answer?.headers) && (
          <JsonBlock label="Headers of the answer" value={request.answer?.headers} />
        )}
        {request.answer?.body === undefined ? (
          <p>{request.answer === null ? 'It has the message above.' : 'It has no body.'}</p>
        ) : (
          <JsonBlock label="Body of the answer" value={request.answer.body} />
        )}
      </Section>
    </Columns>
  );
}

/** Says why no body of a request is shown. */
function bodyText(hasMediaType: boolean): string {
  return hasMediaType ? 'It was refused before its body was read, or has none.' : 'It has no body.';
}

/** The kind of token in the request. */
function tokenText(
  { request }: ControlSchema<'LoggedRequest'>,
  operation: { tokenKinds: string[] } | undefined,
): string {
  if (request?.tokenKind !== undefined) return request.tokenKind;
  const isByForm = operation?.tokenKinds.length === 0 && request?.mediaType === 'application/x-www-form-urlencoded';
  return isByForm ? 'none, its client credentials are in the form' : 'no known token';
}

function hasEntries(value: object | undefined): boolean {
  return Object.keys(value ?? {}).length > 0;
}
