import type { HostName } from '../document/registered.ts';
import { EscrowError } from '../errors/escrow-error.ts';
import { withDeadline } from '../transport/deadline.ts';
import type { SendRequest } from '../transport/send-once.ts';
import { createRunRefusedError } from './flow-errors.ts';
import type { FlowRecord } from './flow-record.ts';

/** The header with the id of the sandbox's data, in each of its answers. A restart without a data folder loses the data. */
const instanceHeader = 'escrow-sandbox-instance';

/** How long a sandbox may take to answer with the id of its data. Our choice: not shown. */
const askLimitInMs = 5_000;

/** The addresses that flows call, and how. */
export interface FlowServices {
  hosts: Partial<Record<HostName, string>>;
  fetch: SendRequest;
}

/** The id of the data in an answer. Undefined if there is none: only the sandbox sends one. */
export const instanceIdOf = ({ headers }: Pick<Response, 'headers'>): string | undefined =>
  headers.get(instanceHeader) ?? undefined;

/**
 * Refuses an entry of another service, which would not know its ids. Only if the entry has the id of a sandbox's data, this asks the
 * sandbox whether it still has that data.
 * @throws EscrowError `journal`
 */
export async function refuseOtherService(
  record: FlowRecord,
  address: string | undefined,
  { fetch }: FlowServices,
): Promise<void> {
  const { service } = record;
  if (!service || address === undefined) return;
  if (withoutSlash(service.address) !== withoutSlash(address)) {
    throw createRunRefusedError(record, {
      code: 'journal',
      problem: `it was run against ${service.address}, and this client calls ${address}.`,
      remedy: 'Use another key, or give each service a journal of its own.',
    });
  }
  if (service.instance === undefined || record.doneSteps.length === 0) return;
  const instance = await askInstance(address, fetch);
  if (instance === undefined || instance === service.instance) return;
  throw createRunRefusedError(record, {
    code: 'journal',
    problem: `the sandbox at ${address} has lost the data that this run is about, as a restart without --data does.`,
    remedy: 'Start the sandbox with --data, and delete the journal, or forget the key: journal.forget(key).',
  });
}

/** An address in comparable form: slashes at its end do not matter. */
const withoutSlash = (address: string): string =>
  (URL.canParse(address) ? new URL(address).href : address).replace(/\/+$/, '');

/** Asks a sandbox for the id of its data. Undefined if it does not answer. */
async function askInstance(address: string, fetch: SendRequest): Promise<string | undefined> {
  const createError = () => new EscrowError('timeout', 'The sandbox did not answer with the id of its data.');
  try {
    return await withDeadline({ timeoutInMs: askLimitInMs, createError }, async ({ signal }) =>
      instanceIdOf(await fetch(new Request(address, { method: 'HEAD', redirect: 'manual', signal }))),
    );
  } catch {
    return undefined;
  }
}
