import { findOperation } from '@escrow-kit/spec';
import type { RawExchange } from '../../../src/observe/raw-exchange.ts';
import { bodyOf } from '../support/exchange-of.ts';
import { signEvent } from '../support/raw-exchanges.ts';

/** A change of what a sandbox answers or sends. */
export type Deviate = (exchanges: readonly RawExchange[]) => RawExchange[];

// biome-ignore lint/suspicious/noExplicitAny: bodies of any shape are changed
type Body = any;

export const idOf = ({ method, target }: RawExchange): string | undefined =>
  findOperation(method, target.split('?')[0] ?? '')?.operation.id;

/** Changes the answers of an operation. */
export const answers =
  (operation: string, change: (answer: NonNullable<RawExchange['response']>) => object): Deviate =>
  (exchanges) =>
    exchanges.map((exchange) =>
      exchange.response && exchange.kind === 'call' && idOf(exchange) === operation
        ? { ...exchange, response: { ...exchange.response, ...change(exchange.response) } }
        : exchange,
    );

export const isSuccess = (status: number): boolean => status < 300;

export const status = (operation: string, from: (status: number) => boolean, to: number): Deviate =>
  answers(operation, (answer) => (from(answer.status) ? { status: to } : {}));

/** Changes the bodies of successes, or of refusals. */
export const bodies = (operation: string, change: Change, isWanted = isSuccess): Deviate =>
  answers(operation, ({ status: own, body }) => {
    if (!isWanted(own) || body.bytes.length === 0) return {};
    const value = JSON.parse(Buffer.from(body.bytes).toString());
    change(value);
    return { body: bodyOf(value) };
  });

type Change = (body: Body) => void;

/** Changes each object at a pointer, in which `*` is each entry. */
const each = (pointer: string, change: (object: Body, name: string) => void): Change => {
  const steps = pointer.slice(1).split('/');
  const name = steps.pop() ?? '';
  return (body) => {
    const objects = steps.reduce(
      (found: Body[], step) => found.flatMap((one) => (step === '*' ? Object.values(one) : [one[step]])),
      [body],
    );
    for (const object of objects) change(object, name);
  };
};

/** Puts a value at a pointer, or one that is made of the value there. */
export const put = (pointer: string, value: unknown): Change =>
  each(pointer, (object, name) => {
    object[name] = typeof value === 'function' ? value(object[name]) : value;
  });

export const drop = (pointer: string): Change => each(pointer, (object, name) => void delete object[name]);

export const rename = (pointer: string, to: string): Change =>
  each(pointer, (object, name) => {
    object[to] = object[name];
    delete object[name];
  });

export const headers = (operation: string, change: (headers: [string, string][]) => [string, string][]): Deviate =>
  answers(operation, (answer) => ({ headers: change(answer.headers) }));

/** Changes events, and signs them again. */
export const events =
  (change: Change, isWanted: (body: Body) => boolean = () => true): Deviate =>
  (exchanges) =>
    exchanges.map((exchange) => {
      if (exchange.kind === 'call') return exchange;
      const body = JSON.parse(Buffer.from(exchange.requestBody.bytes).toString());
      if (!isWanted(body)) return exchange;
      change(body);
      return signEvent({ ...exchange, requestBody: bodyOf(body) });
    });

/** Changes the attempt of each event at so many seconds after its first one. */
export const attempts =
  (change: (exchange: RawExchange, seconds: number) => RawExchange[]): Deviate =>
  (exchanges) =>
    exchanges.flatMap((exchange) =>
      exchange.kind === 'call' ? [exchange] : change(exchange, (exchange.startedAt / 1000) % 3600),
    );

export const later = (exchange: RawExchange, seconds: number): RawExchange => ({
  ...exchange,
  startedAt: exchange.startedAt + seconds * 1000,
});

export const signature = (change: (value: string) => [string, string][]): Deviate =>
  attempts((exchange) => [
    {
      ...exchange,
      requestHeaders: exchange.requestHeaders.flatMap(([name, value]): [string, string][] =>
        name === 'service-signature' ? change(value) : [[name, value]],
      ),
    },
  ]);

export const digestOf = (value: string): string => value.replace('sha256=', '');

export const ofStatus = (wanted: string) => (body: Body) => body.status === wanted;

/** Serves what has to be refused: the requests of successes are changed. */
export const requests =
  (operation: string, change: Change): Deviate =>
  (exchanges) =>
    exchanges.map((exchange) => {
      if (exchange.kind === 'event' || idOf(exchange) !== operation || !isSuccess(exchange.response?.status ?? 0))
        return exchange;
      const body = JSON.parse(Buffer.from(exchange.requestBody.bytes).toString());
      change(body);
      return { ...exchange, requestBody: bodyOf(body) };
    });

/** Changes requests that were served. */
export const served =
  (operation: string, change: (exchange: RawExchange) => Partial<RawExchange>): Deviate =>
  (exchanges) =>
    exchanges.map((exchange) =>
      exchange.kind === 'call' && idOf(exchange) === operation && isSuccess(exchange.response?.status ?? 0)
        ? { ...exchange, ...change(exchange) }
        : exchange,
    );

export const partiesOf = (body: Body): Body[] => Object.values(body.mileStonesParties).flat() as Body[];

export const ofRole =
  (role: string, change: Change): Change =>
  (body) => {
    for (const party of partiesOf(body)) if (party.role === role) change(party);
  };
