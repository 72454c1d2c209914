import { openApiDocument } from '@escrow-kit/spec';
import type { TokenValueName } from '../deployment/credentials.ts';
import type { StateName, StateParameters, StateValueNameOf } from './catalogue.ts';

/** A value that a state provides. */
export type StateValueName = StateValueNameOf<StateName>;

const inPath = 'InPath';

/** The name of a value in a path, where it is URL-encoded. Every state provides each of its values in both forms. */
export const nameInPath = (name: string): string => `${name}${inPath}`;

/** The name of a value elsewhere. */
export const nameOutsidePath = (name: string): string => name.replace(new RegExp(`${inPath}$`), '');

/** The generator that verification replaces by a value of the state. */
export const toExpression = (name: string): string => `\${${name}}`;

/**
 * What the address that sets up states answers to Pact: the values as they are and as they appear in a path, and the parameters
 * with the values filled in, because some are templates. Throws if a template names a value that is missing.
 */
export function toStateAnswer(
  values: Readonly<Record<string, unknown>>,
  parameters: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const inPaths = Object.entries(values).map(([name, value]) => [nameInPath(name), encodeURIComponent(String(value))]);
  const filled = JSON.stringify(parameters).replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    if (values[name] === undefined) throw new Error(`gave no value "${name}", which the parameters name`);
    return JSON.stringify(String(values[name])).slice(1, -1);
  });
  return { ...JSON.parse(filled), ...values, ...Object.fromEntries(inPaths) };
}

/** The values that are numbers. */
type NumberName = 'serviceUserId' | 'otp';

/** A value as a state provides it. */
export type StateValue<Name extends StateValueName> = Name extends NumberName ? number : string;

/** What the handler of a state returns. */
export type StateValues<Name extends StateName> = { [Value in StateValueNameOf<Name>]: StateValue<Value> };

/** Sets up every state of the catalogue. A state that is missing does not type-check. */
export type StateHandlers = {
  [Name in StateName]: (parameters: StateParameters<Name>) => Promise<StateValues<Name>>;
};

const { parameters, securitySchemes } = openApiDocument.components;

const tokenOf = (name: TokenValueName): string => securitySchemes[name]?.['x-example-token'] ?? '';
const pathExample = (name: string): string => String(parameters[name]?.example);

/** The example values, which are in the pacts and are sent to Pact's mock. Verification replaces them by those of the state. */
export const valueExamples: { readonly [Name in StateValueName]: StateValue<Name> } = {
  organizationToken: tokenOf('organizationToken'),
  clientAdminToken: tokenOf('clientAdminToken'),
  legacyUserToken: tokenOf('legacyUserToken'),
  legacyAppToken: tokenOf('legacyAppToken'),
  apiKey: tokenOf('apiKey'),
  clientId: pathExample('clientId'),
  clientSecret: 'sandbox-secret',
  otherClientId: 'another-client',
  serviceUserId: Number(pathExample('serviceUserId')),
  legacyUserId: pathExample('legacyId'),
  phoneNumber: '+966500000001',
  email: 'badr@shop.example',
  iban: 'SA0380000000608010167519',
  nationalId: '1000000008',
  buyerPhone: '+966500000002',
  sellerPhone: '+966500000003',
  brokerPhone: '+966500000004',
  otp: 123456,
  contractId: pathExample('contractId'),
  deadLineDay: '2030-01-01',
  milestoneId: pathExample('milestoneId'),
  otherMilestoneId: 'milestone-example-2',
  unknownMilestoneId: 'milestone-that-does-not-exist',
  shortId: 'short-example-1',
  userId: pathExample('userId'),
  unknownUserId: 'usr_that_nobody_is',
};
