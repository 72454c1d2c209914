import {
  type Control,
  type ControlBody,
  ControlError,
  type ControlOperationId,
  type ControlPath,
  type ControlQuery,
  controlDocument,
} from '@escrow-kit/sandbox-control';
import { type DocumentedOperation, listOperations } from '@escrow-kit/spec';
import { explainRule } from './service-tools.ts';
import { inlineReferences, type Tool } from './tool.ts';

type Given<Part> = [NonNullable<Part>] extends [never] ? unknown : NonNullable<Part>;
type Input<Id extends ControlOperationId> = ControlPath<Id> & Given<ControlQuery<Id>> & Given<ControlBody<Id>>;
type Calls = { [Id in ControlOperationId]?: (input: Input<Id>) => Promise<object> };

/** When to use a call, where its summary in the control API's document does not say so. */
const hints: Partial<Record<string, string>> = {
  setConsent: 'A buyer grants it before paying.',
  payMilestone: 'Replaces the checkout page and sends the event PAID.',
  releaseMilestone: 'Acts as the operator. The seller needs a bank account and an address.',
  listRequests: "To see why a program's calls fail, use the outcome refused.",
  getRequest: 'Explains the rule that it breaks.',
  listDeliveries:
    'Each is a webhook. Right after a payment, one can be pending with 0 attempts: look again. Without a webhook endpoint, they stay pending.',
} satisfies { [Id in ControlOperationId]?: string };

/** Creates the tools that are calls of the control API: for the parties and the operator, and to look at what happened. */
export function createControlTools(control: Control): Tool[] {
  // Less than the default of the control API: results are short.
  const limit = 20;
  const calls: Calls = {
    listMilestones: (query) => control.milestones({ limit, ...query }),
    getMilestone: ({ milestoneId }) => control.milestone(milestoneId),
    setConsent: ({ phoneNumber, status }) => control.setConsent(phoneNumber, status),
    acceptInvitations: ({ milestoneId, phoneNumber }) => control.accept(milestoneId, phoneNumber),
    payMilestone: ({ milestoneId, buyerPhone }) => control.pay(milestoneId, buyerPhone),
    releaseMilestone: ({ milestoneId }) => control.release(milestoneId),
    completeMilestone: ({ milestoneId }) => control.complete(milestoneId),
    advanceClock: ({ seconds }) => control.advance(seconds),
    listRequests: async (query) => {
      const { requests, hasMore } = await control.requests({ limit, ...query });
      return { requests: requests.map(({ request, answer, warnings, ...line }) => line), hasMore };
    },
    getRequest: ({ requestId }) =>
      control.request(requestId).then((request) => ({ ...request, rule: explainRule(request.rule) })),
    listDeliveries: async (query) => {
      const { deliveries, hasMore } = await control.deliveries({ limit, ...query });
      const lines = deliveries.map(({ attemptLog, ...line }) => ({ ...line, lastError: attemptLog.at(-1)?.error }));
      return { deliveries: lines, hasMore };
    },
    getDelivery: ({ deliveryId }) => control.delivery(deliveryId),
    redeliver: ({ deliveryId }) => control.redeliver(deliveryId),
  };
  return listOperations(controlDocument).flatMap((operation) => {
    const call = calls[operation.id as ControlOperationId] as ((input: never) => Promise<object>) | undefined;
    return call ? { ...describeTool(operation), run: (input) => call(input).catch(describeRefusal) } : [];
  });
}

/** The tool of a call, such as `pay_milestone`. Its arguments are the parameters but for the tenant, and the properties of the body. */
function describeTool({ id, method, parameters, body, definition }: DocumentedOperation): Omit<Tool, 'run'> {
  const own = parameters.filter(({ name }) => name !== 'tenant');
  const { properties, required = [] } = inlineReferences(body?.schema ?? {}, controlDocument);
  const fields = { ...Object.fromEntries(own.map(({ name, schema }) => [name, schema])), ...properties };
  return {
    name: id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    description: [`${definition.summary}.`, definition.description, hints[id]].filter(Boolean).join(' '),
    properties: inlineReferences(fields, controlDocument),
    required: [...own.flatMap((parameter) => (parameter.required ? parameter.name : [])), ...required],
    isWrite: method !== 'GET',
  };
}

function describeRefusal(error: unknown): object {
  if (!(error instanceof ControlError)) throw error;
  const { status, message, field, violations, receiver, rule } = error;
  return { status, refusal: { message, field, violations, receiver, rule: explainRule(rule) } };
}
