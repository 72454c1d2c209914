import type { OperationId } from '@escrow-kit/client';
import type { WireRequest } from '../../../src/consumer/describe-request.ts';
import type { Template } from '../../../src/consumer/placed-value.ts';
import { samples } from '../../../src/consumer/samples.ts';
import type { StateName } from '../../../src/states/catalogue.ts';
import { type Interaction, interaction } from './interaction.ts';

/** A body that breaks a rule. */
export type BrokenBody = Record<string, Template>;

/**
 * A request that the client would not send, and its refusal: the sample of the operation with another body or query. The client
 * is called with the sample, in the state in which the sample succeeds, so only the broken rule can be the reason.
 */
export function refusal(
  title: string,
  operation: OperationId,
  {
    body,
    query,
    mediaType,
    ...more
  }: Pick<WireRequest, 'body' | 'query' | 'mediaType'> &
    Partial<Pick<Interaction<StateName>, 'rules' | 'by' | 'basis' | 'blames' | 'status' | 'isStatusShown' | 'answer'>>,
): void {
  interaction(title, {
    operation,
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
