import type { OpenApiDocument, Parameter, Response } from '../document/document.ts';
import { resolveIn } from '../document/parts.ts';
import { type OperationPlace, operationsIn } from '../document/read-facts.ts';
import { findHeaderProblem } from './find-header-problem.ts';

/** From the strictest to the freest way to send again. */
const retryClasses = ['write', 'repeatable', 'read'];

/** What an overlay may not do with operations of the base, or left out of one that it adds; undefined if nothing. */
export function findOperationProblem(document: OpenApiDocument, base: OpenApiDocument): string | undefined {
  const [places, basePlaces] = [operationsIn(document.paths), operationsIn(base.paths)];
  const baseIds = basePlaces.map(idOf);
  return (
    basePlaces.map((place) => findChange(place, places)).find(Boolean) ??
    places.map(findUnclearPath).find(Boolean) ??
    findRepeated(places) ??
    places.map((place) => findIncomplete(place, document)).find(Boolean) ??
    places
      .filter((place) => !baseIds.includes(idOf(place)))
      .map((place) => findRepeatableWrite(place, places) ?? findMissingExample(place, document))
      .find(Boolean)
  );
}

const idOf = ({ definition }: OperationPlace): string => definition.operationId;

function findChange(before: OperationPlace, places: OperationPlace[]): string | undefined {
  const id = idOf(before);
  const after = places.find((place) => idOf(place) === id);
  if (!after) return `The operation ${id} may not be removed or renamed. Its path and what it takes may change.`;
  const [retry = '', allowed = ''] = [after.definition['x-retry'], before.definition['x-retry']];
  if (retryClasses.indexOf(retry) > retryClasses.indexOf(allowed)) {
    return `x-retry of ${id} is ${allowed}, and may not become ${retry}: a repeated call could act twice.`;
  }
  const [own, needed] = [placeholdersOf(after), placeholdersOf(before)];
  if (own.toSorted().join() === needed.toSorted().join()) return undefined;
  return `The path of ${id} has to keep its parameters, ${needed.join(', ') || 'none'}, which callers fill in.`;
}

function placeholdersOf({ path }: OperationPlace): string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
}

/** A parameter, or characters that no URL parser, proxy or server reads in another way. */
const segment = /^(?:\{[^{}]+\}|(?!\.{1,2}$)[A-Za-z0-9._~!$&'()*+,=:@-]+)$/;

/** A path that servers may read as that of another operation. */
function findUnclearPath({ path }: OperationPlace): string | undefined {
  const isClear =
    path.startsWith('/') &&
    path
      .slice(1)
      .split('/')
      .every((part) => segment.test(part));
  return isClear
    ? undefined
    : `The path ${path} may be read as another one. Its segments are names or parameters, without / at the end, . or .. alone, and ? # % ; or \\.`;
}

/** The call that servers, some of which ignore case, may take for the same one. */
function callOf({ method, path }: OperationPlace): string {
  return `${method.toUpperCase()} ${path.replaceAll(/\{[^}]*\}/g, '{}').toLowerCase()}`;
}

/** Whether one path can be filled in so that the other's calls are sent. */
function overlaps(one: OperationPlace, other: OperationPlace): boolean {
  const [parts, otherParts] = [callOf(one).split('/'), callOf(other).split('/')];
  return (
    parts.length === otherParts.length &&
    parts.every((part, index) => [part, otherParts[index]].includes('{}') || part === otherParts[index])
  );
}

/** An added operation that is sent again although it may act twice. */
function findRepeatableWrite(place: OperationPlace, places: OperationPlace[]): string | undefined {
  const { method, definition } = place;
  const { operationId: id, 'x-retry': retry } = definition;
  if (retry === 'write') return undefined;
  if (retry === 'read' && method !== 'get')
    return `x-retry of ${id} is read, which only a GET is. Write write or repeatable.`;
  const write = places.find((other) => other.definition['x-retry'] === 'write' && overlaps(place, other));
  return (
    write && `The path of ${id} can be that of ${idOf(write)}, which may not be repeated: its x-retry has to be write.`
  );
}

function findRepeated(places: OperationPlace[]): string | undefined {
  const ids = places.map(idOf);
  const repeatedId = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeatedId) return `The operationId ${repeatedId} is there twice.`;
  const calls = places.map(callOf);
  const repeated = calls.find((call, index) => calls.indexOf(call) !== index);
  return repeated && `${repeated} is there twice, with other names of parameters or in another case.`;
}

function findIncomplete(place: OperationPlace, document: OpenApiDocument): string | undefined {
  const { item, definition } = place;
  const id = idOf(place);
  const host = item.servers?.[0]?.['x-host'];
  if (!host || !document['x-hosts'].includes(host)) {
    return `x-host of the server of ${id} is ${host}, not one of ${document['x-hosts'].join(', ')}.`;
  }
  const schemes = definition.security.flatMap((requirement) => Object.keys(requirement));
  const unknown = schemes.find((scheme) => !Object.hasOwn(document.components.securitySchemes, scheme));
  if (unknown !== undefined)
    return `The security of ${id} names ${unknown}, which components.securitySchemes does not have.`;
  const listed = [...(item.parameters ?? []), ...(definition.parameters ?? [])];
  const parameters = listed.flatMap((parameter) => resolveIn(document, parameter as Parameter) ?? []);
  const missing = placeholdersOf(place).find(
    (name) => !parameters.some((each) => each.in === 'path' && each.name === name),
  );
  if (missing !== undefined) return `The path of ${id} has {${missing}}, which is not one of its parameters.`;
  const stray = parameters.find((each) => each.in === 'path' && !placeholdersOf(place).includes(each.name));
  if (stray) return `The path of ${id} lacks {${stray.name}}, one of its parameters.`;
  return parameters
    .filter((each) => each.in === 'header')
    .map((each) => findHeaderProblem(each, id, document))
    .find(Boolean);
}

/** Mock and sandbox answer an added operation by its example. */
function findMissingExample({ definition }: OperationPlace, document: OpenApiDocument): string | undefined {
  const responses = Object.entries(definition.responses).flatMap(([status, response]) => {
    const resolved = resolveIn(document, response as Response);
    return /^2\d\d$/.test(status) && resolved ? [resolved] : [];
  });
  const id = definition.operationId;
  if (responses.length === 0) return `The operation ${id} needs a response of success, such as "200".`;
  const contents = responses.flatMap(({ content }) => Object.values(content ?? {}));
  const isWithout = contents.some(
    ({ example, examples }: { example?: unknown; examples?: object }) =>
      example === undefined && Object.keys(examples ?? {}).length === 0,
  );
  return isWithout ? `The responses of ${id} need an example, which mock and sandbox answer with.` : undefined;
}
