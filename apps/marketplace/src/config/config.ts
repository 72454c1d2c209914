/** Whether a host name or address is loopback. Browsers resolve `*.localhost` to this machine, too. */
export const isLoopbackHost = (host: string): boolean =>
  /^((.+\.)?localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);

/** The configuration of the shop. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the configuration from the environment.
 * @throws Error that names every variable that is missing or malformed.
 */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const missing: string[] = [];
  const required = (name: string): string => {
    const value = environment[name];
    if (!value) missing.push(name);
    return value ?? '';
  };
  const wholeNumber = (name: string, byDefault: number, [least, most]: [number, number]): number => {
    const text = environment[name] || String(byDefault);
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      missing.push(`${name} (a whole number from ${least} to ${most})`);
    }
    return value;
  };
  const host = environment['HOST'] || '127.0.0.1';
  const publicUrl = (): string | undefined => {
    const url = environment['SHOP_URL'];
    if (!url && !isLoopbackHost(host))
      missing.push(`SHOP_URL (the address that browsers use, because HOST is ${host})`);
    if (!url) return undefined;
    if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return new URL(url).origin;
    missing.push('SHOP_URL (an address such as https://shop.example)');
    return undefined;
  };
  const config = {
    /** The port to listen on; 0 for a free one. */
    port: wholeNumber('PORT', 4030, [0, 65_535]),
    host,
    /**
     * The origin under which browsers reach the shop. Default: `http://localhost` and the port. Requests for another host
     * are refused, so set it if the shop listens on another address.
     */
    url: publicUrl(),
    /** A PostgreSQL. Default: the SQLite file `databaseFile`. */
    databaseUrl: environment['DATABASE_URL'],
    databaseFile: environment['SHOP_DATABASE'] ?? 'shop.db',
    /** Signs the cookies of sellers and buyers. */
    cookieSecret: required('COOKIE_SECRET'),
    /** Opens the operator's page, for the user `operator`. */
    operatorPassword: required('OPERATOR_PASSWORD'),
    /** Options of the kit's client: the addresses and credentials from onboarding. */
    client: {
      hosts: {
        contract: required('ESCROW_CONTRACT_URL'),
        auth: required('ESCROW_AUTH_URL'),
        identity: required('ESCROW_IDENTITY_URL'),
      },
      checkoutHosts: required('ESCROW_CHECKOUT_HOSTS').split(','),
      clientId: required('ESCROW_CLIENT_ID'),
      clientSecret: required('ESCROW_CLIENT_SECRET'),
      tokens: {
        organization: required('ESCROW_ORGANIZATION_TOKEN'),
        clientAdmin: required('ESCROW_CLIENT_ADMIN_TOKEN'),
      },
      /** The deadline of a call. Pending steps that are older belong to no running process. */
      timeoutInMs: wholeNumber('ESCROW_TIMEOUT_IN_MS', 30_000, [1, 600_000]),
      defaults: {
        currency: 'SAR',
        contractClassification: 'BASIC',
        returnPolicy: 'NO_RETURN',
        returnFeePayee: 'PROVIDER',
        serviceTermsAccepted: true as const,
        /** The phone of the organization's administrator. */
        broker: required('ESCROW_BROKER_PHONE'),
      },
    },
    /** The address of the checkout's script. */
    sdkUrl: required('ESCROW_SDK_URL'),
    webhookSecret: required('ESCROW_WEBHOOK_SECRET'),
  };
  if (missing.length > 0) throw new Error(`Set ${missing.join(', ')} in the environment.`);
  return config;
}
