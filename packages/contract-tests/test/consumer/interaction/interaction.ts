import type { EscrowClient, OperationId } from '@escrow-kit/client';
import { getOperation } from '@escrow-kit/spec';
import { PactV4 } from '@pact-foundation/pact';
import { expect, test } from 'vitest';
import { consumerNames, providerName } from '../../../src/pacts/pact-files.ts';
import type { StateName } from '../../../src/states/catalogue.ts';
import { type StateValues, valueExamples } from '../../../src/states/values.ts';
import { buildInteraction, type PactContent } from './build-interaction.ts';
import { callOperation, createClient } from './client.ts';
import { completeCall, tokenOf } from './describe-call.ts';
import type { WireRequest } from './describe-request.ts';
import { createPactFolder } from './pact-folder.ts';
import { type Template, toExample } from './placed-value.ts';
import { samples } from './samples.ts';
import { expectSent, sendUnchecked } from './sent-request.ts';

/** What a test gets. */
interface Act<Name extends StateName> {
  escrow: EscrowClient;
  /** The values of the state with Pact's mock. */
  example: StateValues<Name>;
  /** The requests that were sent. */
  sent: readonly Request[];
}

/** A request of the client and the answer that it relies on, in a state whose values the request may contain. */
interface Interaction<Name extends StateName> extends Omit<PactContent<Name>, 'operation' | 'status'> {
  /** Default: 200. */
  status?: number;
  /**
   * The client itself would refuse this request. So it is called as `act` says, and the request of this interaction is sent
   * instead.
   */
  isUnchecked?: true;
  /**
   * Calls the client and asserts. Default: calls the operation on its typed client, with this request, or with the sample if it is
   * unchecked.
   */
  act?: (call: Act<Name>) => Promise<unknown>;
}

/** Calls the operation with a request that the client accepts, and expects a success or a refusal by the status. */
async function actByDefault<Name extends StateName>(
  escrow: EscrowClient,
  { operation, status }: PactContent<Name>,
  { path, query, body }: WireRequest,
): Promise<void> {
  const input = { path: toExample(path ?? {}), query, body: body && toExample(body) };
  const response = await callOperation(escrow, operation, input);
  if (status < 300) expect(response.ok).toBe(true);
  else expect(response.status).toBe(status);
}

/** A test with the name of an interaction. It writes the interaction into the pact if it passes. */
export function interaction<Name extends StateName>(
  title: string,
  operation: OperationId,
  { status = 200, isUnchecked, act, ...more }: Interaction<Name> = {},
): void {
  const content = { ...more, operation, status };
  const { request } = completeCall(content);

  test(title, async () => {
    const pact = new PactV4({
      consumer: consumerNames.client,
      provider: providerName,
      dir: createPactFolder(),
      logLevel: 'error',
    });
    await buildInteraction(pact, title, content).executeTest(async ({ url }) => {
      const sent: Request[] = [];
      const change = (made: Request) => {
        const changed = isUnchecked ? sendUnchecked(made, request) : made;
        sent.push(changed.clone());
        return changed;
      };
      const escrow = createClient(url, { token: content.token, change });
      if (act) await act({ escrow, sent, example: valueExamples as StateValues<Name> });
      else await actByDefault(escrow, content, isUnchecked ? samples[operation].request : request);
      await expectSent(sent.at(-1), { operation: getOperation(operation), token: tokenOf(content), request });
    });
  });
}

/**
 * A request that the client would not send, and its refusal: the sample of the operation with another body or query. The client
 * is called with the sample, in the state in which the sample succeeds, so only the broken rule can be the reason.
 */
export function refusal(
  title: string,
  operation: OperationId,
  { body, query, mediaType, ...more }: Pick<WireRequest, 'body' | 'query' | 'mediaType'> & Interaction<StateName>,
): void {
  interaction(title, operation, {
    request: () => ({
      ...(body !== undefined && { body }),
      ...(query && { query }),
      ...(mediaType && { mediaType }),
    }),
    status: 400,
    isUnchecked: true,
    ...more,
  });
}

/** A body that breaks a rule. */
type BrokenBody = Record<string, Template>;

/** The body of a sample without a field. */
export function sampleWithout(operation: OperationId, field: string): BrokenBody {
  const { [field]: _, ...rest } = samples[operation].request.body as BrokenBody;
  return rest;
}

/** The body of a sample with other fields. */
export const sampleWith = (operation: OperationId, fields: BrokenBody): BrokenBody => ({
  ...(samples[operation].request.body as BrokenBody),
  ...fields,
});
