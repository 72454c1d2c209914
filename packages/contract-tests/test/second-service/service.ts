import { randomInt, randomUUID } from 'node:crypto';
import type { Variation } from './variation.ts';

/** What an organization got at onboarding. */
export const credentials = {
  organizationToken: 'ORG-9f',
  clientAdminToken: 'ADM-2c',
  legacyUserToken: 'USR-77',
  legacyAppToken: 'APP-01',
  apiKey: 'KEY-5d',
  clientId: 'second client/1',
  clientSecret: 'second-secret+&=',
};

/** A kind of token. */
export type Kind = 'organization' | 'clientAdmin' | 'legacyUser' | 'legacyApp' | 'apiKey';

/** A linked customer. */
interface Person {
  id: number;
  hasAccount: boolean;
  hasAddress: boolean;
}

/** A milestone, with its parties if it has any. */
export interface Milestone {
  id: string;
  contractId: string;
  shortId: string;
  parties: { phoneNumber: string; role: string }[] | undefined;
}

/** A user of the generic Users API. */
export interface ApiUser {
  user_id: string;
  email: string;
  phone: string;
  name: string;
  metadata: unknown;
  created_at: string;
  updated_at: string;
}

/** The state of the service. */
export interface Service {
  variation: Variation;
  people: Map<string, Person>;
  ibans: Set<string>;
  nationalIds: Set<string>;
  contracts: Set<string>;
  milestones: Map<string, Milestone>;
  users: Map<string, ApiUser>;
  nextUserId: () => number;
  nextId: () => string;
}

/** Creates an empty service. */
export function createService(variation: Variation): Service {
  let userId = variation.firstUserId;
  return {
    variation,
    people: new Map(),
    ibans: new Set(),
    nationalIds: new Set(),
    contracts: new Set(),
    milestones: new Map(),
    users: new Map(),
    nextUserId: () => {
      userId += 1;
      return userId;
    },
    nextId: () => ids[variation.idStyle](),
  };
}

/** Whether an id has the form of the service's ids. */
export const isOfForm = ({ variation }: Service, id: string): boolean =>
  !variation.checksIdForms || forms[variation.idStyle].test(id);

const forms: Record<Variation['idStyle'], RegExp> = {
  uuid: /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  digits: /^\d+$/,
  slashes: /^\d{4}\/\d+\?a=b&c#d$/,
  unicode: /^عقد \d+%2F\+$/,
};

const ids: Record<Variation['idStyle'], () => string> = {
  uuid: randomUUID,
  digits: () => String(randomInt(2 ** 47)),
  slashes: () => `2030/${randomInt(2 ** 40)}?a=b&c#d`,
  unicode: () => `عقد ${randomInt(2 ** 40)}%2F+`,
};
