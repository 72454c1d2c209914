import { openApiDocument } from '@escrow-kit/spec';
import type { TokenValueName } from '../../src/deployment/deployment.ts';

const tokenOf = (name: TokenValueName): string =>
  openApiDocument.components.securitySchemes[name]?.['x-example-token'] ?? '';
const pathExample = (name: string): string => String(openApiDocument.components.parameters[name]?.example);

/** The example values, which are in the pacts and are sent to mocks. Verification replaces them by those of the state. */
export const valueExamples = {
  organizationToken: tokenOf('organizationToken'),
  clientAdminToken: tokenOf('clientAdminToken'),
  legacyUserToken: tokenOf('legacyUserToken'),
  legacyAppToken: tokenOf('legacyAppToken'),
  identityToken: tokenOf('clientAdminToken'),
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

/** The name of a value of a state. */
export type StateValueName = keyof typeof valueExamples;

/** The generator that verification replaces by a value of the state. */
export const toExpression = (name: string): string => `\${${name}}`;
