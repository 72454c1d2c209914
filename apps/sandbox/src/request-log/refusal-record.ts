import { defaultTenantId } from '../domain/tenants/ensure-default-tenant.ts';
import { readClock, type Tenant } from '../domain/tenants/tenant.ts';
import { type HttpRefusal, refusalStatuses } from '../http/refusal-status.ts';
import type { CredentialKind, NewRow } from '../storage/tables.ts';
import { redactText } from './redact-text.ts';

/** A request that was refused before it reached an operation, or that opened no page for the buyer. */
export interface RefusalRecord {
  id: string;
  /** Undefined where nothing in the request names one: it is logged with the default tenant. */
  tenant: Tenant | undefined;
  /** Of which kind the token is; undefined where the request brings none that is known. */
  tokenKind?: CredentialKind | undefined;
  /** Undefined where it is none of the document's. */
  operationId?: string | undefined;
  /** Default: GET. */
  method?: string;
  /** The template of the path, or the path itself where it is none of the document's. */
  path: string;
  /** What stands in the template's placeholders; nothing secret. */
  parameters: Record<string, string>;
  refusal: HttpRefusal;
  startedAtSystem: number;
  durationInMs: number;
}

/** The row of such a request in the log. Its query is not kept: it may hold a ticket. */
export function refusalRow(record: RefusalRecord): NewRow<'requests'> {
  const { tenant, tokenKind, operationId = null, method = 'GET', parameters, refusal, startedAtSystem } = record;
  return {
    tenantId: tenant?.id ?? defaultTenantId,
    id: record.id,
    operationId,
    method,
    path: redactText(record.path),
    status: refusalStatuses[refusal.code],
    rule: refusal.details.rule,
    message: redactText(refusal.details.message),
    notesJson: '[]',
    requestJson: JSON.stringify({ ...(tokenKind && { tokenKind }), path: parameters }),
    answerJson: null,
    durationInMs: record.durationInMs,
    createdAt: tenant ? readClock(tenant.clock, startedAtSystem) : startedAtSystem,
  };
}
