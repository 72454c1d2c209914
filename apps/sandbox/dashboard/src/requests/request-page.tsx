import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import type { Schema } from '../api/schema.ts';
import { useTenantId } from '../api/use-tenant.ts';
import { useServiceDescription } from '../api/use-tenant-state.ts';
import { ButtonLink } from '../ui/button.tsx';
import { CodeBlock, JsonBlock } from '../ui/code-block.tsx';
import { Facts } from '../ui/facts.tsx';
import { Notice, Problem, Violations } from '../ui/notice.tsx';
import { Card, Columns, Page, Section } from '../ui/page.tsx';
import { Loading } from '../ui/paged.tsx';
import { Time } from '../ui/time.tsx';
import { toCurl } from './curl.ts';
import { RequestStatus } from './request-status.tsx';
import { useRequest } from './use-requests.ts';

/** One call: what was sent and answered, which rule it breaks, and how to send it again. */
export function RequestPage(): ReactNode {
  const tenant = useTenantId();
  const { requestId = '' } = useParams<{ requestId: string }>();
  const { data, error } = useRequest(requestId);
  const { data: service } = useServiceDescription();
  const back = { href: `/dashboard/${tenant}/requests`, label: 'Requests' };
  if (!data) {
    return (
      <Page title="Request" back={back}>
        {error ? <Problem error={error} title="The request could not be read" /> : <Loading />}
      </Page>
    );
  }
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
              ['Token', data.request?.tokenKind ?? 'none that is known'],
              ['Tokens it takes', operation?.tokenKinds.join(', ') || 'none'],
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

/** What was sent, and what came back. */
function Exchange({
  request,
  hasMediaType,
}: {
  request: Schema<'LoggedRequest'>;
  /** Whether the operation takes a body. */
  hasMediaType: boolean;
}): ReactNode {
  return (
    <Columns>
      <Section title="Request">
        <JsonBlock
          label="Path and query"
          value={{ path: request.request?.path ?? {}, query: request.request?.query ?? {} }}
        />
        {request.request?.body === undefined ? (
          <p>{hasMediaType ? 'It was refused before its body was read, or has none.' : 'It has no body.'}</p>
        ) : (
          <JsonBlock label={`Body, ${request.request.mediaType ?? ''}`} value={request.request.body} />
        )}
      </Section>
      <Section title="Answer">
        <JsonBlock label="Headers of the answer" value={request.answer?.headers ?? {}} />
        {request.answer?.body === undefined ? (
          <p>It has no body.</p>
        ) : (
          <JsonBlock label="Body of the answer" value={request.answer.body} />
        )}
      </Section>
    </Columns>
  );
}

/** Why a call was refused: what the rule says, what is wrong, and what to do. */
function Refusal({
  request: { status, rule, message, answer },
  rules,
}: {
  request: Schema<'LoggedRequest'>;
  rules: Schema<'ServiceDescription'>['rules'];
}): ReactNode {
  const tenant = useTenantId();
  if (status < 400) return null;
  // By this rule the sandbox refuses what no rule of the service is about, such as a path that does not exist.
  if (rule === null || rule === 'ERR-1') {
    const text = 'No rule of the service refused it: look at the notes and at the answer. A fault may have struck.';
    return (
      <Notice tone="error" title={`It was answered with ${status}`}>
        {message ?? text}
      </Notice>
    );
  }
  return (
    <Notice
      tone="error"
      title={`It breaks the rule ${rule}`}
      actions={<ButtonLink href={`/dashboard/${tenant}/requests?rule=${rule}`}>All that break {rule}</ButtonLink>}
    >
      <p>{rules.find(({ id }) => id === rule)?.text}</p>
      <p>
        <strong>What to do:</strong> {message}
      </p>
      <Violations violations={violationsOf(answer?.body)} but={message} />
    </Notice>
  );
}

/** What the answer lists as wrong. */
function violationsOf(body: unknown): { field: string; message: string }[] {
  const { violations } = (body ?? {}) as { violations?: { field: string; message: string }[] };
  return violations ?? [];
}
