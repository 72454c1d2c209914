import * as node from '../../src/index.ts';
import * as web from '../../src/web.ts';

type OrPromise<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (...parameters: infer Parameters) => infer Result
    ? (...parameters: Parameters) => Result | Promise<Result>
    : never;
};

/** The functions of both entry points. */
export type Entry = OrPromise<
  Pick<typeof node, 'verify' | 'verifySignature' | 'constructEvent' | 'sign' | 'signedRequest'>
> &
  Pick<typeof node, 'createWebhookReceiver'>;

/** `.`, on node:crypto, and `./web`, on Web Crypto. */
export const entries: { name: string; entry: Entry }[] = [
  { name: 'node:crypto', entry: node },
  { name: 'Web Crypto', entry: web },
];
