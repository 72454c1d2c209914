import { operations, type Schema } from '@escrow-kit/spec';
import type { KeptField, KeptMessage, KeptParameter, KeptValue } from '../kept-exchange.ts';
import { type PointerStep, toPointer, writeStep } from '../pointer.ts';
import { sharedStart } from '../shared-start.ts';
import { isMapOf, isPlainName, type Place, placeOf, type WalkedBody } from './body-walk.ts';
import { type Keeping, keepValue } from './keep-value.ts';
import { isKnownWord } from './known-words.ts';
import { isJsonType } from './read-body.ts';
import type { ReadExchange, ReadMessage } from './read-exchange.ts';
import { isSensitiveName } from './sensitive-names.ts';
import { shapeOf } from './shape.ts';

const mostFields = 300;
const mostValuesOfField = 8;
/** Of the pointers of a message, which may be deep. */
const mostCharacters = 32_768;
const mostHeaders = 100;
const mostParameters = 50;

/** Headers of HTTP itself, and of clients, which show nothing of the service. */
const ofTransport =
  /^(host|date|connection|keep-alive|content-length|transfer-encoding|te|trailer|via|user-agent|accept-encoding|accept-language|sec-.*)$/;

/** Keeps a message. */
export function keepMessage(message: ReadMessage, walked: WalkedBody, keeping: Keeping): KeptMessage {
  const { mediaType: sent, body } = message;
  const mediaType = sent === undefined || keeping.leaks(sent) ? undefined : keepMediaType(sent);
  return {
    mediaType,
    body: body.kind,
    headers: keepHeaders(message, mediaType, keeping),
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
  { headers, documentedHeaders }: ReadMessage,
  mediaType: string | undefined,
  keeping: Keeping,
): Record<string, KeptValue> {
  const ofService = [...headers].filter(([name]) => !ofTransport.test(name));
  const kept = ofService.slice(0, mostHeaders).map(([name, value]): [string, KeptValue] => {
    if (name === 'content-type' && mediaType !== undefined) return [name, { type: 'string', value: mediaType }];
    const isDocumented = documentedHeaders.has(name);
    const place = isDocumented ? placeOfHeader(name, documentedHeaders.get(name)) : placeOf(undefined, name);
    return [isDocumented ? name : keepName(name, keeping), keepValue(value, { name, place }, keeping)];
  });
  return Object.fromEntries(kept);
}

/** A header that authenticates is secret, marked or not. */
function placeOfHeader(name: string, schema: Schema | undefined): Place {
  const place = placeOf(schema, name);
  return { ...place, isSensitive: place.isSensitive || isSensitiveName(name) };
}

/** The name of something that the document does not know, unless it may be an id or tell a secret. */
const keepName = (name: string, { leaks }: Keeping): string => (isPlainName(name) && !leaks(name) ? name : '*');

/** Fields with the same pointer and value are one. A field with many values keeps their shapes. */
function keepFields({ nodes, unseen }: WalkedBody, keeping: Keeping): Pick<KeptMessage, 'fields' | 'omittedFields'> {
  const fields = new Map<string, KeptField>();
  const valuesOf = new Map<string, number>();
  let omitted = unseen;
  let characters = 0;
  for (const node of nodes) {
    const pointer = pointerOf(node.steps, node.documentedSteps, keeping);
    const { isDocumented } = node.place;
    const count = (value: KeptValue): KeptField | undefined => {
      const key = `${pointer} ${JSON.stringify(value)}`;
      const known = fields.get(key);
      if (known) known.count += 1;
      return known;
    };
    const value = keepValue(node.value, { name: node.steps.at(-1)?.name ?? '', place: node.place }, keeping);
    if (count(value)) continue;
    const many = (valuesOf.get(pointer) ?? 0) >= mostValuesOfField;
    const kept = many ? toType(value) : value;
    if (many && count(kept)) continue;
    if (fields.size >= mostFields || characters + pointer.length > mostCharacters) {
      omitted += 1;
      continue;
    }
    characters += pointer.length;
    valuesOf.set(pointer, (valuesOf.get(pointer) ?? 0) + 1);
    fields.set(`${pointer} ${JSON.stringify(kept)}`, { pointer, isDocumented, value: kept, count: 1 });
  }
  return { fields: [...fields.values()], omittedFields: omitted > 0 ? omitted : undefined };
}

/** The type alone, and the format of a shape. */
function toType(value: KeptValue): KeptValue {
  const { format } = 'value' in value ? shapeOf(value.value) : value;
  return { type: value.type, format };
}

/** The pointer of a field as it is kept. */
export function pointerOf(steps: readonly PointerStep[], documentedSteps: number, keeping: Keeping): string {
  const kept = steps.map(({ name, alternative }, index) =>
    writeStep({
      name: index < documentedSteps ? name : keepName(name, keeping),
      alternative: alternative && !keeping.leaks(alternative.value) ? alternative : undefined,
    }),
  );
  return toPointer(kept);
}

/** Keeps the placeholders of the path, and the query. */
export function keepParameters({ operation, pathParameters, query }: ReadExchange, keeping: Keeping): KeptParameter[] {
  const isMap = isMapOf([...query.keys()]);
  const keep = (name: string, value: string, place: 'path' | 'query'): KeptParameter => {
    const own = operation?.parameters.find((parameter) => parameter.in === place && parameter.name === name);
    const known = placeOf(own?.schema, name);
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

/**
 * A path that the document does not have. A segment is kept if it is a version, or a word of the document or of many APIs; any other may
 * be an id or say who, and is `{}`. Where the path is like one of the document, it has its placeholders.
 */
export function keepPath(path: string, keeping: Keeping): string {
  const segments = path.split('/').slice(1, mostParameters);
  const starts = operations.map((operation) => sharedStart(segments, operation.path));
  const shared = starts.reduce((best, start) => (start.length > best.length ? start : best), []);
  const kept = segments.map((segment, index) => {
    const isWord = isVersion(segment) || isKnownWord(segment);
    return segment === '' || (isWord && !shared[index]?.startsWith('{') && !keeping.leaks(segment)) ? segment : '{}';
  });
  return `/${kept.join('/')}`;
}

const isVersion = (segment: string): boolean => /^v\d{1,2}$/i.test(segment);
