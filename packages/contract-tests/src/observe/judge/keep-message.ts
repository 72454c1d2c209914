import { type DocumentedOperation, operations, type Parameter, type Schema } from '@escrow-kit/spec';
import type { KeptField, KeptMessage, KeptParameter, KeptValue } from '../kept-exchange.ts';
import { readStep } from '../pointer-step.ts';
import { isMapOf, isPlainName, type Place, placeOf, type WalkedBody } from './body-walk.ts';
import { type Keeping, keepValue } from './keep-value.ts';
import { isJsonType } from './read-body.ts';
import type { ReadExchange, ReadMessage } from './read-exchange.ts';
import { isSensitiveName } from './sensitive-names.ts';
import { shapeOf } from './shape.ts';

const mostFields = 300;
const mostValuesOfField = 8;
const mostHeaders = 100;
const mostParameters = 50;

/** Headers of HTTP itself, and of clients, which show nothing of the service. */
const ofTransport =
  /^(host|date|connection|keep-alive|content-length|transfer-encoding|te|trailer|via|user-agent|accept-encoding|accept-language|sec-.*)$/;

/** Keeps a message. `documented` says which headers the document has, by lower-case name. */
export function keepMessage(
  { headers, mediaType, body }: ReadMessage,
  walked: WalkedBody,
  { documented, keeping }: { documented: ReadonlyMap<string, Place>; keeping: Keeping },
): KeptMessage {
  const keptType = mediaType === undefined || keeping.leaks(mediaType) ? undefined : keepMediaType(mediaType);
  return {
    ...(keptType !== undefined && { mediaType: keptType }),
    body: body.kind,
    headers: keepHeaders(headers, { documented, mediaType: keptType, keeping }),
    ...keepFields(walked, keeping),
  };
}

/** The types that are kept, besides those of JSON without a vendor's name. */
const knownTypes =
  /^(application\/(problem\+|hal\+|ld\+|vnd\.api\+)?json|application\/(x-www-form-urlencoded|xml|octet-stream|pdf|x-ndjson)|text\/(plain|html|xml|csv|event-stream)|multipart\/(form-data|mixed)|image\/(png|jpeg|svg\+xml))$/;
const families = /^(application|text|multipart|image|audio|video|font|model|message)\//;

/** A type that is not registered could have any name: its family is kept, and whether it is one of JSON. */
function keepMediaType(mediaType: string): string {
  if (knownTypes.test(mediaType)) return mediaType;
  const family = families.exec(mediaType)?.[1] ?? 'application';
  return `${family}/other${isJsonType(mediaType) ? '+json' : ''}`;
}

function keepHeaders(
  headers: ReadonlyMap<string, string>,
  {
    documented,
    mediaType,
    keeping,
  }: { documented: ReadonlyMap<string, Place>; mediaType: string | undefined; keeping: Keeping },
): Record<string, KeptValue> {
  const ofService = [...headers].filter(([name]) => !ofTransport.test(name));
  const kept = ofService.slice(0, mostHeaders).map(([name, value]): [string, KeptValue] => {
    if (name === 'content-type' && mediaType !== undefined) return [name, { type: 'string', value: mediaType }];
    const own = documented.get(name);
    if (own) return [name, keepValue(value, { name, place: own }, keeping)];
    return [keepName(name, keeping), keepValue(value, { name, place: placeOf(undefined, name) }, keeping)];
  });
  return Object.fromEntries(kept);
}

/** The name of something that the document does not know, unless it may be an id or tell a secret. */
const keepName = (name: string, { leaks }: Keeping): string => (isPlainName(name) && !leaks(name) ? name : '*');

/** Fields with the same pointer and value are one. A field with many values keeps their shapes. */
function keepFields({ nodes, unseen }: WalkedBody, keeping: Keeping): Pick<KeptMessage, 'fields' | 'omittedFields'> {
  const fields = new Map<string, KeptField>();
  const valuesOf = new Map<string, number>();
  let omitted = unseen;
  for (const node of nodes) {
    const pointer = pointerOf(node.steps, node.documentedSteps, keeping);
    const { isDocumented } = node.place;
    const count = (value: KeptValue): KeptField | undefined => {
      const key = `${pointer} ${JSON.stringify(value)}`;
      const known = fields.get(key);
      if (known) known.count += 1;
      return known;
    };
    const value = keepValue(node.value, { name: node.steps.at(-1) ?? '', place: node.place }, keeping);
    if (count(value)) continue;
    const many = (valuesOf.get(pointer) ?? 0) >= mostValuesOfField;
    const kept = many ? toType(value) : value;
    if (many && count(kept)) continue;
    if (fields.size >= mostFields) {
      omitted += 1;
      continue;
    }
    valuesOf.set(pointer, (valuesOf.get(pointer) ?? 0) + 1);
    fields.set(`${pointer} ${JSON.stringify(kept)}`, { pointer, isDocumented, value: kept, count: 1 });
  }
  return { fields: [...fields.values()], ...(omitted > 0 && { omittedFields: omitted }) };
}

/** The type alone, and the format of a shape. */
function toType(value: KeptValue): KeptValue {
  const { format } = 'value' in value ? shapeOf(value.value) : value;
  return { type: value.type, ...(format !== undefined && { format }) };
}

/** A documented step. What chooses an alternative is kept as a name is. */
function keepAlternative(step: string, keeping: Keeping): string {
  const { name, alternative } = readStep(step);
  return alternative && keepName(alternative.value, keeping) === '*' ? name : step;
}

/** The pointer of a field as it is kept. */
export function pointerOf(steps: readonly string[], documentedSteps: number, keeping: Keeping): string {
  const kept = steps.map((step, index) =>
    index < documentedSteps || step === '*' ? keepAlternative(step, keeping) : keepName(step, keeping),
  );
  return kept.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Keeps the placeholders of the path, and the query. */
export function keepParameters({ operation, pathParameters, query }: ReadExchange, keeping: Keeping): KeptParameter[] {
  const isMap = isMapOf([...query.keys()]);
  const keep = (name: string, value: string, place: 'path' | 'query'): KeptParameter => {
    const own = operation?.parameters.find((parameter) => parameter.in === place && parameter.name === name);
    const known = own ? placeOfParameter(own) : placeOf(undefined, name);
    return {
      name: own ? name : isMap ? '*' : keepName(name, keeping),
      in: place,
      isDocumented: own !== undefined,
      value: keepValue(value, { name, place: known }, keeping),
    };
  };
  return [
    ...Object.entries(pathParameters).map(([name, value]) => keep(name, value, 'path')),
    ...[...query].slice(0, mostParameters).map(([name, value]) => keep(name, value, 'query')),
  ];
}

/** The headers of a request that the document has, by lower-case name. */
export const headersOf = (operation: DocumentedOperation | undefined): Map<string, Place> =>
  new Map(
    (operation?.parameters ?? [])
      .filter((parameter) => parameter.in === 'header')
      .map((parameter) => [parameter.name.toLowerCase(), placeOfParameter(parameter)]),
  );

const placeOfParameter = ({ name, in: place, schema }: Parameter): Place =>
  place === 'header' ? placeOfHeader(name, schema) : placeOf(schema, name);

/** A header that authenticates is secret, marked or not. */
export function placeOfHeader(name: string, schema: Schema | undefined): Place {
  const place = placeOf(schema, name);
  return { ...place, isSensitive: place.isSensitive || isSensitiveName(name) };
}

/**
 * A path that the document does not have, with `{}` in place of each segment that may be an id or name someone. Where it is like a path
 * of the document, it has its placeholders. A word is kept if the document has it, or if it is usual; another one only where a path says
 * what there is or what is done: at its start, after what it shares with the document, after a version, and after an id. After a word, it
 * may say who.
 */
export function keepPath(path: string, keeping: Keeping): string {
  const segments = path.split('/').slice(1, mostParameters);
  const shared = findShared(segments);
  let saysWhat = true;
  const kept = segments.map((segment, index) => {
    if (segment === '') return '';
    const documented = shared[index];
    const mayFollow = saysWhat;
    saysWhat = documented !== undefined || isVersion(segment) || isId(segment);
    if (documented?.startsWith('{') || !isWords(segment) || keeping.leaks(segment)) return '{}';
    return saysWhat || mayFollow || isKnown(segment) ? segment : '{}';
  });
  return `/${kept.join('/')}`;
}

/** The beginning of the document's path that has most in common with these segments. */
function findShared(segments: readonly string[]): string[] {
  let best: string[] = [];
  for (const documented of documentedPaths) {
    const differs = documented.findIndex(
      (step, index) => !segments[index] || !(step.startsWith('{') || step === segments[index]),
    );
    const shared = differs < 0 ? documented : documented.slice(0, differs);
    if (shared.length > best.length) best = shared;
  }
  return best;
}

const documentedPaths = operations.map(({ path }) => path.split('/').slice(1));

/** Words of many APIs, which name no one. */
const usualWords =
  'auth,login,logout,sign,in,out,up,session,token,refresh,refund,release,cancel,confirm,verify,status,search';
const knownWords = new Set([
  ...usualWords.split(','),
  ...operations.flatMap(({ id, path, parameters }) =>
    [id, path, ...parameters.map(({ name }) => name)].flatMap(wordsOf),
  ),
]);

function wordsOf(text: string): string[] {
  const words = text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.match(/[a-z]+/g) ?? [];
}

const isKnown = (segment: string): boolean => wordsOf(segment).every((word) => knownWords.has(word));

const isVersion = (segment: string): boolean => /^v\d{1,2}$/i.test(segment);

/** A name in another script has digits in its escapes. */
const isId = (segment: string): boolean => !isWords(segment) && /^(?=.*\d)[\w.~-]+$/.test(segment);

const isWords = (segment: string): boolean =>
  segment.length <= longestSegment &&
  (isVersion(segment) || segment.split(/[-_.]/).every((word) => wordOfPath.test(word)));

const longestSegment = 40;

/** A word, an abbreviation or several in camel case; letters at random are hardly ever one. */
const wordOfPath = /^([a-z]{1,15}|[A-Z]{1,6}|[A-Za-z][a-z]{2,14}([A-Z][a-z]{2,14})*)\d?$/;
