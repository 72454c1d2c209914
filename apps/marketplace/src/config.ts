/** What the shop needs to know. `readConfig` reads it from the environment. */
export interface Config {
  /** Where the shop listens. 0 takes a free port. */
  port: number;
  host: string;
  /** How browsers reach the shop. Default: `http://localhost` and the port. */
  url: string | undefined;
  /** A PostgreSQL; without it everything is in the SQLite file `databaseFile`. */
  databaseUrl: string | undefined;
  databaseFile: string;
  /** Signs the cookies of sellers and buyers. */
  cookieSecret: string;
  /** Opens the operator's page, for the user `operator`. */
  operatorPassword: string;
  escrow: EscrowConfig;
}

/** What the service's operator handed out at onboarding. */
export interface EscrowConfig {
  /** One address where one origin serves all, as the sandbox does. */
  hosts: { contract: string; auth: string; identity: string };
  /** Where the script of the checkout is, and which addresses the checkout itself has. */
  sdkUrl: string;
  checkoutHosts: string[];
  clientId: string;
  clientSecret: string;
  organizationToken: string;
  clientAdminToken: string;
  webhookSecret: string;
  /** The phone of the organization's administrator, who is the BROKER of each contract. */
  brokerPhone: string;
  /** The deadline of a call. A step of a flow that is older was left behind by its process. */
  timeoutInMs: number;
}

/** @throws Error that names every variable that is missing or no number. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const missing: string[] = [];
  const count = (name: string, byDefault: number): number => {
    const value = Number(environment[name] ?? byDefault);
    if (!Number.isSafeInteger(value) || value < 0) missing.push(`${name} (a whole number)`);
    return value;
  };
  const required = (name: string): string => {
    const value = environment[name];
    if (!value) missing.push(name);
    return value ?? '';
  };
  const config: Config = {
    port: count('PORT', 4030),
    host: environment['HOST'] ?? '127.0.0.1',
    url: environment['SHOP_URL'],
    databaseUrl: environment['DATABASE_URL'],
    databaseFile: environment['SHOP_DATABASE'] ?? 'shop.db',
    cookieSecret: required('COOKIE_SECRET'),
    operatorPassword: required('OPERATOR_PASSWORD'),
    escrow: {
      hosts: {
        contract: required('ESCROW_CONTRACT_URL'),
        auth: required('ESCROW_AUTH_URL'),
        identity: required('ESCROW_IDENTITY_URL'),
      },
      sdkUrl: required('ESCROW_SDK_URL'),
      checkoutHosts: required('ESCROW_CHECKOUT_HOSTS').split(','),
      clientId: required('ESCROW_CLIENT_ID'),
      clientSecret: required('ESCROW_CLIENT_SECRET'),
      organizationToken: required('ESCROW_ORGANIZATION_TOKEN'),
      clientAdminToken: required('ESCROW_CLIENT_ADMIN_TOKEN'),
      webhookSecret: required('ESCROW_WEBHOOK_SECRET'),
      brokerPhone: required('ESCROW_BROKER_PHONE'),
      timeoutInMs: count('ESCROW_TIMEOUT_IN_MS', 30_000),
    },
  };
  if (missing.length > 0) throw new Error(`Set ${missing.join(', ')} in the environment.`);
  return config;
}
