import { getOperation } from '../src/index.ts';

/** The end of a test's title, and the value that it is about. */
type TitledValue = readonly [title: string, value: unknown];

/** A rule held by a schema, with an accepted value and a refused one. */
export interface SchemaCase {
  rule: string;
  schema: string;
  accepts: TitledValue;
  refuses: TitledValue;
  /** The path of the violation. */
  at: string;
  /** The rule that the violation names. */
  named: string;
}

/** Return addresses with which a browser reaches the page, though RFC 3986 allows none of them. */
export const browserAddresses = [
  'https://shop.example/طلب?x=ا',
  'https://shop.example/a b',
  'https://متجر.example/r',
  'https://shop.example/return?id={ORDER}',
];

type Fields = Record<string, unknown>;

/** A copy of the request body that the document gives as an example. */
export function requestExample(id: string, name: string): Fields {
  const example = getOperation(id).body?.examples?.[name];
  if (!example) throw new Error(`Operation ${id} has no request example ${name}.`);
  return structuredClone(example.value) as Fields;
}

/** What is refused of a schema: its valid value with changes. `undefined` removes a field. */
interface Refusal {
  rule: string;
  title: string;
  change: Fields;
  /** Default: the first changed field. */
  at?: string;
  /** Default: the rule. */
  named?: string;
}

const refusal = (rule: string, title: string, change: Fields, others: Partial<Refusal> = {}): Refusal => ({
  ...{ rule, title, change },
  ...others,
});

function casesOf(schema: string, valid: Fields, refusals: Refusal[]): SchemaCase[] {
  const accepts = [`a right ${schema} is accepted`, valid] as const;
  return refusals.map(({ rule, title, change, at = Object.keys(change)[0] ?? '', named = rule }) => {
    const fields = Object.entries({ ...valid, ...change }).filter(([, value]) => value !== undefined);
    return { rule, schema, accepts, refuses: [title, Object.fromEntries(fields)], at, named };
  });
}

const missing = (rule: string, what: string, names: string[]): Refusal[] =>
  names.map((name) => refusal(rule, `${what} without ${name} is refused`, { [name]: undefined }));

const customer = requestExample('registerCustomer', 'buyer');
const account = requestExample('addBankAccount', 'seller');
const otp = requestExample('validateOtp', 'service');

const customerCases: SchemaCase[] = [
  ...casesOf('RegisterCustomerRequest', customer, [
    refusal('USER-1d', 'a phone number without country code is refused', { phoneNumber: '0500000001' }),
    refusal('USER-1d', 'a 0 after the country code is refused', { phoneNumber: '+9660500000001' }),
    refusal('USER-1d', 'a phone number in other digits than 0-9 is refused', { phoneNumber: '+٩٦٦٥٠٠٠٠٠٠٠١' }),
  ]),
  ...casesOf('RegisteredCustomer', { serviceUserId: 1001, userIdentification: 5001 }, [
    refusal('USER-1', 'a serviceUserId as text is refused', { serviceUserId: '1001' }),
  ]),
  ...casesOf('BankAccount', account, [
    refusal('BANK-1', 'an identity number as a number is refused', { nationalId: 1000000001 }, { named: 'BANK-1b' }),
    refusal('BANK-1b', 'an iban as a number is refused', { iban: 10 }),
    ...missing('BANK-1a', 'an account', ['beneficiaryName']),
    refusal('BANK-2', '21 digits are refused', { iban: 'SA000000000000000000001' }),
    refusal('BANK-2', 'small letters are refused', { iban: 'sa0380000000608010167519' }),
    refusal('BANK-2', 'blanks are refused', { iban: 'SA03 8000 0000 6080 1016 7519' }),
    refusal('BANK-2', 'other digits than 0-9 are refused', { iban: 'SA٠٣٨٠٠٠٠٠٠٠٦٠٨٠١٠١٦٧٥١٩' }),
    refusal('BANK-2', 'another country is refused', { iban: 'DE0000000000000000000001' }),
  ]),
  ...casesOf('Address', { addressLabel: 'HOME', countryCode: 'SA' }, [
    ...missing('ADDR-1', 'an address', ['countryCode']),
  ]),
  ...casesOf('Address', { addressLabel: 'HOME', countryCode: 'SA', postalCode: '11564' }, [
    refusal('ADDR-1a', 'a postal code as a number is refused', { postalCode: 11564 }),
  ]),
  ...casesOf('NationalIdRequest', { nationalId: '0000000001' }, [
    refusal('ID-1', 'nine digits are refused', { nationalId: '100000001' }),
    refusal('ID-1a', 'ten digits as a number are refused', { nationalId: 1000000001 }),
  ]),
  ...casesOf('ValidateOtpRequest', otp, [
    refusal('ID-2', 'an unknown type is refused', { type: 'OTHER_OTP' }, { named: 'ID-2b' }),
    refusal('ID-2b', 'an otp as text is refused', { otp: '123456' }),
    ...missing('ID-2a', 'a check', ['type', 'phoneNumber', 'otp']),
  ]),
  ...casesOf('OtpValidationResult', { data: { valid: false } }, [
    refusal('ID-2', 'a result without valid is refused', { data: {} }, { at: 'data.valid' }),
  ]),
];

const parent = requestExample('createContract', 'parent');
const [milestone = {}] = requestExample('addMilestones', 'oneMilestone')['milestones'] as Fields[];
const createdContract = { id: 'contract-1', type: 'COMPLEX_CONTRACT', senderRole: 'BROKER', status: 'CREATED' };
const createdMilestone = { id: 'milestone-1', itemPrice: 1000, fee: 40, feePercentage: 0.04, status: 'CREATED' };
const added = (fields: Fields) => ({
  data: { parentContractId: 'contract-1', milestones: [{ ...createdMilestone, ...fields }] },
});

const contractCases: SchemaCase[] = [
  ...casesOf('ParentContractRequest', parent, [
    refusal('CONTRACT-1', 'a parent with a price is refused', { itemPrice: 1 }, { named: 'CONTRACT-1c' }),
    ...missing('CONTRACT-1a', 'a parent', ['type', 'senderRole', 'isParent', 'serviceTermsAccepted']),
    ...missing('CONTRACT-1a', 'a parent', ['currency', 'returnPolicy']),
    refusal('CONTRACT-1c', 'terms that are not accepted are refused', { serviceTermsAccepted: false }),
    refusal(
      'CONTRACT-1b',
      'no description is refused',
      { itemDetail: { title: 'A' } },
      { at: 'itemDetail.description' },
    ),
  ]),
  ...casesOf('ParentContractRequest', { ...parent, returnPolicy: 'ANOTHER', contractClassification: 'ANOTHER' }, [
    refusal('CONTRACT-3', 'a returnPolicy as a number is refused', { returnPolicy: 1 }, { named: 'CONTRACT-1c' }),
  ]),
  ...casesOf('CreatedContractResult', { data: createdContract }, [
    refusal('CONTRACT-2', 'a parent outside data is refused', { data: undefined, ...createdContract }),
  ]),
  ...casesOf('AddMilestonesRequest', { milestones: [milestone, milestone] }, [
    refusal(
      'MILESTONE-1',
      'a milestone outside a list is refused',
      { milestones: milestone },
      { named: 'MILESTONE-1c' },
    ),
    ...['paymentMethods', 'isDeliverable', 'isInspectable'].map((name) =>
      refusal(
        'MILESTONE-3',
        `a milestone with ${name} is refused`,
        { milestones: [milestone, { ...milestone, [name]: false }] },
        { at: `milestones[1].${name}` },
      ),
    ),
  ]),
  ...casesOf('MilestoneRequest', milestone, [
    ...missing('MILESTONE-1a', 'a milestone', ['type', 'senderRole', 'itemPrice', 'deadLine', 'currency']),
    ...missing('MILESTONE-1a', 'a milestone', ['serviceTermsAccepted']),
    refusal('MILESTONE-1c', 'the deadline 2030-01-01 is refused', { deadLine: '2030-01-01' }),
    refusal('MILESTONE-1c', 'a deadline in other digits than 0-9 is refused', { deadLine: '٢٠٣٠-٠١-٠١T00:00:00Z' }),
  ]),
  ...casesOf('AddedMilestonesResult', added({}), [
    refusal('MILESTONE-2', 'a fee percentage as text is refused', added({ feePercentage: '4%' }), {
      at: 'data.milestones[0].feePercentage',
    }),
  ]),
  ...casesOf('CreatedContract', createdContract, [
    refusal('STATE-5', 'SUBMITTED is refused', { status: 'SUBMITTED' }, { named: 'CONTRACT-2' }),
  ]),
  ...casesOf('CreatedMilestone', createdMilestone, [
    refusal('STATE-5', 'SUBMITTED is refused', { status: 'SUBMITTED' }, { named: 'MILESTONE-2' }),
  ]),
];

const provider = { role: 'PROVIDER', phoneNumber: '+966500000002', amount: 950 };
const buyer = { role: 'CUSTOMER', phoneNumber: '+966500000001', amount: 1000, arbitrator: false, isSender: true };
const broker = { role: 'BROKER', phoneNumber: '+966500000003', amount: 50, arbitrator: true, isSender: true };
const withParties = (first: unknown) => ({ mileStonesParties: { first, second: [buyer, provider, broker] } });

const partyCases: SchemaCase[] = [
  ...casesOf('AddPartiesRequest', withParties([buyer, provider, broker]), [
    refusal('PARTY-0', 'an unknown role is refused', withParties([{ ...buyer, role: 'OTHER' }]), {
      at: 'mileStonesParties.first[0].role',
      named: 'PARTY-0c',
    }),
    refusal('PARTY-0c', 'a party outside a list is refused', withParties(buyer), { at: 'mileStonesParties.first' }),
    refusal('PARTY-0a', 'no phone number is refused', withParties([buyer, { role: 'PROVIDER', amount: 1 }, broker]), {
      at: 'mileStonesParties.first[1].phoneNumber',
    }),
  ]),
  ...flagCases('PARTY-1', broker),
  ...flagCases('PARTY-2', buyer),
  ...[true, false].flatMap((flag) =>
    casesOf('Party', { ...provider, arbitrator: flag }, [
      refusal('PARTY-3', `a PROVIDER with isSender ${flag} is refused`, { isSender: flag }),
    ]),
  ),
];

/** The rule gives a flag its value; the constraint refuses another value, or none. */
function flagCases(rule: 'PARTY-1' | 'PARTY-2', party: typeof broker): SchemaCase[] {
  const flags = ['arbitrator', 'isSender'] as const;
  const others = flags.map((flag) => {
    const other = !party[flag];
    return refusal(rule, `a ${party.role} with ${flag} ${other} is refused`, { [flag]: other }, { named: `${rule}a` });
  });
  return casesOf('Party', party, [...others, ...missing(`${rule}a`, `a ${party.role}`, [...flags])]);
}

const ticketForm = requestExample('requestTicket', 'forShortId');
const ticket = { ticket: 'ticket-1', expiresIn: 300 };
const event = { contractId: 'milestone-1', status: 'PAID', referenceId: 'reference-1' };

const paymentCases: SchemaCase[] = [
  ...casesOf('StartedPayment', { data: 'https://checkout.escrow.example/external/aB3xK9?client_id=sandbox-client' }, [
    refusal('PAY-1', 'an object as data is refused', { data: { url: 'https://checkout.example' } }),
  ]),
  ...casesOf('TicketRequest', ticketForm, [
    ...missing('TICKET-1a', 'a form', ['grant_type', 'client_id', 'client_secret', 'login_hint', 'scope']),
    refusal('TICKET-1b', 'a scope without payment is refused', { scope: 'aB3xK9' }),
    refusal('TICKET-1b', 'another grant type is refused', { grant_type: 'client_credentials' }),
  ]),
  ...casesOf('Ticket', ticket, [
    refusal('TICKET-1', 'a ticket under data is refused', { ticket: undefined, expiresIn: undefined, data: ticket }),
  ]),
  ...casesOf('TicketRefusal', { error: 'consent_rejected' }, missing('TICKET-3', 'a refusal', ['error'])),
  ...casesOf('TicketRefusal', { error: 'invalid_grant' }, [
    refusal('TICKET-4', 'an error as an object is refused', { error: { code: 'any' } }, { named: 'TICKET-3' }),
  ]),
  ...casesOf('ContractEvent', event, missing('HOOK-1', 'PAID', ['referenceId'])),
  ...casesOf('ContractEvent', { status: 'ANOTHER' }, missing('HOOK-1', 'an event', ['status'])),
];

const { metadata: _, ...link } = requestExample('linkUser', 'user');
const signUp = requestExample('legacySignUp', 'buyer');
const verification = { email_verified: true, phone_verified: true, kyc_status: 'approved' };
const record = (fields: object) => ({
  data: { user_id: 'usr_1', ...fields },
  success: true,
  meta: { request_id: 'request-1', timestamp: '2030-01-01T00:00:00Z' },
});
const failure = (code: string, details?: object) => ({
  success: false,
  error: { code, message: 'Refused', ...(details && { details }) },
});

const userCases: SchemaCase[] = [
  ...casesOf('LinkUserRequest', link, missing('UAPI-1', 'a user', ['email', 'phone', 'name'])),
  ...casesOf('UserRecordResult', record({ verification_status: verification }), [
    refusal('UAPI-2', 'no verification status is refused', record({}), { at: 'data.verification_status' }),
  ]),
  ...casesOf('UpdateUserRequest', { name: 'Example Buyer' }, [
    refusal('UAPI-3', 'metadata as text is refused', { metadata: 'note' }),
  ]),
  ...casesOf('ValidationRefusal', failure('VALIDATION_ERROR', { field: 'phone', value: 5 }), [
    refusal('UAPI-4', 'VALIDATION_ERROR without details is refused', failure('VALIDATION_ERROR'), {
      at: 'error.details',
    }),
  ]),
  ...casesOf('UserNotFoundRefusal', failure('USER_NOT_FOUND'), [
    refusal('UAPI-5', 'a refusal that claims success is refused', { success: true }),
  ]),
  ...casesOf('LegacySignUpRequest', signUp, [
    refusal('LEGACY-1', 'a clientUserId that is not a string is refused', { clientUserId: 1 }, { named: 'LEGACY-1c' }),
    refusal('LEGACY-1c', 'a firstName that is not a string is refused', { firstName: 1 }),
    ...missing('LEGACY-1a', 'a sign-up', ['clientUserId']),
  ]),
];

/** Every rule held by a schema, with accepted and refused values. */
export const schemaCases = [...customerCases, ...contractCases, ...partyCases, ...paymentCases, ...userCases];
