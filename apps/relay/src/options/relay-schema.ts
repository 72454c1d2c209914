import { z } from 'zod';
import { defaults } from './relay-options.ts';

const hourInMs = 3_600_000;
const dayInMs = 24 * hourInMs;

/** The name of a target is part of a file name and of the name of a schema. */
const nameError = 'give lower-case letters, digits and underscores, at most 20';
const name = z.string(nameError).regex(/^[a-z0-9_]{1,20}$/, nameError);

const url = z
  .url({ protocol: /^https?$/, error: 'give an address that begins with http:// or https:// and has a host' })
  .refine(
    (text) => {
      const address = URL.parse(text);
      return !address?.username && !address?.password;
    },
    { error: 'leave out user and password' },
  );

const addressError = 'give a port, or host and port, such as 0.0.0.0:3000';

/** `3000` or `0.0.0.0:3000` or `[::1]:3000`. */
const address = z
  .union([z.string(), z.number()], addressError)
  .transform(String)
  .pipe(z.string().regex(/^((\[[^\]]+\]|[^:[\]]+):)?\d{1,5}$/, addressError))
  .transform((text) => {
    const [, host = defaults.host, port] = /^(?:\[?(.+?)\]?:)?(\d+)$/.exec(text) ?? [];
    return { host, port: Number(port) };
  })
  .refine(({ port }) => port <= 65_535, { error: 'give a port from 0 to 65535' });

const text = z.string('give a text').min(1, 'give a text');

/** A number above 0. */
function positive(most: number) {
  const error = `give a number above 0, at most ${most}`;
  return z.number(error).positive(error).max(most, error);
}

const concurrencyError = 'give a whole number from 1 to 1000';

export const targetSchema = z.strictObject(
  {
    name,
    url,
    secretFile: text.optional(),
    timeoutInSeconds: positive(300).default(defaults.timeoutInMs / 1_000),
    concurrency: z.int(concurrencyError).min(1, concurrencyError).max(1_000, concurrencyError).optional(),
  },
  'give name and url, such as { name: shop, url: https://shop.example/hooks }',
);

const targets = z
  .array(targetSchema, 'write a list, such as - { name: shop, url: https://shop.example/hooks }')
  .min(1, 'name at least one endpoint, such as - { name: shop, url: https://shop.example/hooks }')
  .max(100, 'name at most 100 endpoints');

/** A relay's file of options. */
export const relaySchema = z
  .strictObject(
    {
      listen: address.optional(),
      control: address.optional(),
      store: text.optional(),
      databaseUrl: text.optional(),
      secretFile: text.optional(),
      giveUpAfterInHours: positive(720).default(defaults.giveUpAfterInMs / hourInMs),
      retentionInDays: positive(3_650).default(defaults.retentionInMs / dayInMs),
      targets: targets.optional(),
    },
    'write fields, such as listen: 4040',
  )
  .refine(({ store, databaseUrl }) => store === undefined || databaseUrl === undefined, {
    path: ['databaseUrl'],
    error: 'events are kept in one place: leave out store or databaseUrl',
  });

export type RelayFile = z.output<typeof relaySchema>;
export type RelayFileTarget = z.output<typeof targetSchema>;
