import type { OpenApiDocument } from '@escrow-kit/spec';
import { type Finding, ofKind } from '../findings/finding.ts';
import type { OperationPlace, SchemaPlaces } from '../findings/schema-places.ts';
import { type ProposedAction, replace } from './proposed-action.ts';

/** Proposes how events are signed, when they are sent again, and which other statuses they have. */
export function proposeWebhook(
  findings: readonly Finding[],
  operation: OperationPlace,
  places: SchemaPlaces,
): ProposedAction[] {
  const own = findings.filter((one) => one.operation === operation.id);
  return [
    ...proposeSignature(own, operation),
    ...proposeSchedule(own, operation),
    ...proposeStatuses(own, operation, places),
  ];
}

function proposeSignature(findings: readonly Finding[], { root, definition }: OperationPlace): ProposedAction[] {
  const signed = ofKind(findings, 'signature').filter(({ learned }) => learned.signature !== undefined);
  const [most] = signed.toSorted((one, other) => other.count - one.count);
  const place = { path: root, key: 'x-signature', isThere: definition['x-signature'] !== undefined };
  return most ? replace(place, most.learned.signature, [most]) : [];
}

function proposeSchedule(findings: readonly Finding[], { root, definition }: OperationPlace): ProposedAction[] {
  const retries = ofKind(findings, 'retry');
  if (retries.length === 0) return [];
  const before = definition['x-retry-schedule'] ?? [];
  const schedule = [...before];
  for (const { learned } of retries) {
    const { index, seconds } = learned;
    // Without the waits before it, a later one has no place.
    if (index > schedule.length) continue;
    if (seconds === undefined) schedule.length = index;
    else schedule[index] = seconds;
  }
  return replace({ path: root, key: 'x-retry-schedule', isThere: before.length > 0 }, schedule, retries);
}

/** Proposes the names of the states of a milestone. */
export function proposeStates(findings: readonly Finding[], document: OpenApiDocument): ProposedAction[] {
  const evidence = ofKind(findings, 'state');
  if (evidence.length === 0) return [];
  const names = new Map(evidence.map(({ learned }) => [learned.inPlaceOf, learned.name]));
  const documented = document['x-milestone-states'];
  const kept = documented.filter((state) => !names.has(state));
  const states = documented.map((state) => names.get(state) ?? state);
  const note = `By position: ${meanings}.${kept.length === 0 ? '' : ` Not seen under another name: ${kept.join(', ')}.`}`;
  return replace({ path: [], key: 'x-milestone-states', isThere: true }, states, evidence).map((action) =>
    action.update ? { ...action, note } : action,
  );
}

/** What the states are, by position. */
const meanings = 'created, waiting for payment, paid, being paid out, completed';

function proposeStatuses(findings: readonly Finding[], { id }: OperationPlace, places: SchemaPlaces): ProposedAction[] {
  const evidence = ofKind(findings, 'event status');
  const statuses = places.find({ operation: id, message: 'request' }, '/status').at(-1);
  const open = statuses?.find(({ schema }) => schema['x-known-values']);
  if (evidence.length === 0 || !open) return [];
  const update = { 'x-known-values': evidence.map(({ learned }) => learned.status) };
  const note = `If one is the name of a state, write all five into x-milestone-states, by position: ${meanings}.`;
  return [{ path: open.path, update, evidence, note }];
}
