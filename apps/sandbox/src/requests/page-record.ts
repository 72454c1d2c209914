import { redactText } from '../redaction/redact-text.ts';
import type { Refusal } from '../refusal.ts';
import type { NewRow } from '../storage/tables.ts';
import { readClock, type Tenant } from '../tenants/tenant.ts';

/** A page that opened nothing for the buyer whom the integrator sent there: what it was sent with is the integrator's. */
export interface PageRecord {
  id: string;
  tenant: Tenant;
  /** The template of the path. */
  path: string;
  /** What stands in the template's placeholders; nothing secret. */
  parameters: Record<string, string>;
  refusal: Refusal;
  startedAtSystem: number;
  durationInMs: number;
}

/** The row of a page in the log. The address itself is not kept: it may hold a ticket. */
export function pageRow({ id, tenant, path, parameters, refusal, ...times }: PageRecord): NewRow<'requests'> {
  return {
    tenantId: tenant.id,
    id,
    operationId: null,
    method: 'GET',
    path,
    status: refusal.status,
    rule: refusal.details.rule,
    message: redactText(refusal.details.message),
    notesJson: '[]',
    requestJson: JSON.stringify({ path: parameters }),
    answerJson: null,
    durationInMs: times.durationInMs,
    createdAt: readClock(tenant.clock, times.startedAtSystem),
  };
}
