import { z } from 'zod';
import { defaults } from './relay-options.ts';

const hourInMs = 3_600_000;
const dayInMs = 24 * hourInMs;

/** The name of a target is part of a file name and of the name of a schema. */
const name = z.string().regex(/^[a-z_][a-z0-9_]{0,19}$/, 'give lower-case letters, digits and underscores, at most 20');

const url = z.url({ protocol: /^https?$/, error: 'give an address that begins with http:// or https://' }).refine(
  (text) => {
    const { username, password } = new URL(text);
    return username === '' && password === '';
  },
  { error: 'leave out user and password' },
);

/** `3000` or `0.0.0.0:3000` or `[::1]:3000`. */
const address = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^((\[[^\]]+\]|[^:[\]]+):)?\d{1,5}$/, 'give a port, or host and port, such as 0.0.0.0:3000'))
  .transform((text) => {
    const [, host = defaults.host, port] = /^(?:\[?(.+?)\]?:)?(\d+)$/.exec(text) ?? [];
    return { host, port: Number(port) };
  })
  .refine(({ port }) => port <= 65_535, { error: 'give a port from 0 to 65535' });

const text = z.string().min(1, 'give a text');

const target = z.strictObject({
  name,
  url,
  secretFile: text.optional(),
  timeoutInSeconds: z
    .number()
    .positive()
    .max(300)
    .default(defaults.timeoutInMs / 1_000),
  concurrency: z.int().positive().max(1_000).default(defaults.concurrency),
});

/** A relay's file of options. */
export const relaySchema = z.strictObject({
  listen: address.optional(),
  control: address.optional(),
  store: text.optional(),
  databaseUrl: text.optional(),
  secretFile: text.optional(),
  giveUpAfterInHours: z
    .number()
    .positive()
    .max(720)
    .default(defaults.giveUpAfterInMs / hourInMs),
  retentionInDays: z
    .number()
    .positive()
    .max(3_650)
    .default(defaults.retentionInMs / dayInMs),
  targets: z.array(target).max(100).default([]),
});

export type RelayFile = z.output<typeof relaySchema>;
