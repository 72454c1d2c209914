import type { EscrowClient } from '@escrow-kit/client';
import { getOperation } from '@escrow-kit/spec';
import { PactV4 } from '@pact-foundation/pact';
import { expect, test } from 'vitest';
import { completeCall, tokenOf } from '../../../src/consumer/describe-call.ts';
import type { WireRequest } from '../../../src/consumer/describe-request.ts';
import { toExample } from '../../../src/consumer/placed-value.ts';
import { samples } from '../../../src/consumer/samples.ts';
import { consumerNames, providerName } from '../../../src/pacts/pact-files.ts';
import type { StateName } from '../../../src/states/catalogue.ts';
import { type StateValues, valueExamples } from '../../../src/states/values.ts';
import { buildInteraction, type PactContent } from './build-interaction.ts';
import { callOperation } from './call-operation.ts';
import { createClient } from './client.ts';
import { expectSent } from './expect-sent.ts';
import { createPactFolder } from './pact-folder.ts';
import { sendUnchecked } from './send-unchecked.ts';

/** What a test gets. */
interface Act<Name extends StateName> {
  escrow: EscrowClient;
  /** The values of the state with Pact's mock. */
  example: StateValues<Name>;
  /** The requests that were sent. */
  sent: readonly Request[];
}

/** A request of the client and the answer that it relies on, in a state whose values the request may contain. */
export interface Interaction<Name extends StateName> extends PactContent<Name> {
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

const titles = new Set<string>();

/** Calls the operation with a request that the client accepts, and expects a success or a refusal by the status. */
async function actByDefault<Name extends StateName>(
  escrow: EscrowClient,
  { operation, status, isUnchecked }: Interaction<Name>,
  request: WireRequest,
): Promise<void> {
  const { path, query, body } = isUnchecked ? samples[operation].request : request;
  const input = { path: toExample(path ?? {}), query, body: body && toExample(body) };
  const response = await callOperation(escrow, operation, input);
  if (status < 300) expect(response.ok).toBe(true);
  else expect(response.status).toBe(status);
}

/** A test with the name of an interaction. It writes the interaction into the pact if it passes. */
export function interaction<Name extends StateName>(title: string, content: Interaction<Name>): void {
  if (titles.has(title)) throw new Error(`Two interactions are called "${title}".`);
  titles.add(title);
  const { token, isUnchecked, act } = content;
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
      const escrow = createClient(url, { token, change });
      if (act) await act({ escrow, sent, example: valueExamples as StateValues<Name> });
      else await actByDefault(escrow, content, request);
      const operation = getOperation(content.operation);
      await expectSent(sent.at(-1), { operation, token: tokenOf(content), request });
    });
  });
}
