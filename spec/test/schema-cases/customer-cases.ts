import { requestExample } from '../document-parts.ts';
import { type SchemaCase, without } from './schema-case.ts';

const buyer = requestExample('registerCustomer', 'buyer');
const account = requestExample('addBankAccount', 'seller');
const otp = requestExample('validateOtp', 'service');

export const customerCases: SchemaCase[] = [
  {
    rule: 'USER-1d',
    schema: 'RegisterCustomerRequest',
    accepts: ['a customer with a phone number in E.164 form is accepted', buyer],
    refuses: ['a phone number without plus and country code is refused', { ...buyer, phoneNumber: '0500000001' }],
    at: 'phoneNumber',
  },
  {
    rule: 'USER-1',
    schema: 'RegisteredCustomer',
    accepts: ['integer ids are accepted', { serviceUserId: 1001, userIdentification: 5001 }],
    refuses: ['a serviceUserId as text is refused', { serviceUserId: '1001', userIdentification: 5001 }],
    at: 'serviceUserId',
  },
  {
    rule: 'BANK-1',
    schema: 'BankAccount',
    accepts: ['a holder named by text is accepted', account],
    refuses: ['an identity number that is not a string is refused', { ...account, nationalId: 1000000001 }],
    at: 'nationalId',
    named: 'BANK-1b',
  },
  {
    rule: 'BANK-1b',
    schema: 'BankAccount',
    accepts: ['an iban as text is accepted', account],
    refuses: ['an iban as a number is refused', { ...account, iban: 10 }],
    at: 'iban',
  },
  {
    rule: 'BANK-1a',
    schema: 'BankAccount',
    accepts: ['an account with its four fields is accepted', account],
    refuses: ['an account without beneficiaryName is refused', without(account, 'beneficiaryName')],
    at: 'beneficiaryName',
  },
  {
    rule: 'BANK-2',
    schema: 'BankAccount',
    accepts: ['SA and 22 digits are accepted', { ...account, iban: 'SA9900000000000000000099' }],
    refuses: ['21 digits are refused', { ...account, iban: 'SA000000000000000000001' }],
    at: 'iban',
  },
  {
    rule: 'BANK-2',
    schema: 'BankAccount',
    accepts: ['an IBAN without spaces is accepted', account],
    refuses: ['another country is refused', { ...account, iban: 'DE0000000000000000000001' }],
    at: 'iban',
  },
  {
    rule: 'ADDR-1',
    schema: 'Address',
    accepts: ['label and country alone are accepted', { addressLabel: 'HOME', countryCode: 'SA' }],
    refuses: ['an address without country is refused', { addressLabel: 'HOME' }],
    at: 'countryCode',
  },
  {
    rule: 'ADDR-1a',
    schema: 'Address',
    accepts: ['a postal code as text is accepted', { addressLabel: 'HOME', countryCode: 'SA', postalCode: '11564' }],
    refuses: ['a postal code as a number is refused', { addressLabel: 'HOME', countryCode: 'SA', postalCode: 11564 }],
    at: 'postalCode',
  },
  {
    rule: 'ID-1',
    schema: 'NationalIdRequest',
    accepts: ['text of ten digits is accepted', { nationalId: '1000000001' }],
    refuses: ['nine digits are refused', { nationalId: '100000001' }],
    at: 'nationalId',
  },
  {
    rule: 'ID-1a',
    schema: 'NationalIdRequest',
    accepts: ['a leading zero is accepted', { nationalId: '0000000001' }],
    refuses: ['ten digits as a number are refused', { nationalId: 1000000001 }],
    at: 'nationalId',
  },
  {
    rule: 'ID-2',
    schema: 'ValidateOtpRequest',
    accepts: ['SERVICE_OTP is accepted', otp],
    refuses: ['an unknown type is refused', { ...otp, type: 'OTHER_OTP' }],
    at: 'type',
    named: 'ID-2b',
  },
  {
    rule: 'ID-2b',
    schema: 'ValidateOtpRequest',
    accepts: ['NATIONAL_ID_OTP is accepted', { ...otp, type: 'NATIONAL_ID_OTP' }],
    refuses: ['an otp as text is refused', { ...otp, otp: '123456' }],
    at: 'otp',
  },
  ...['type', 'phoneNumber', 'otp'].map(
    (name): SchemaCase => ({
      rule: 'ID-2a',
      schema: 'ValidateOtpRequest',
      accepts: [`a check with ${name} is accepted`, otp],
      refuses: [`a check without ${name} is refused`, without(otp, name)],
      at: name,
    }),
  ),
  {
    rule: 'ID-2',
    schema: 'OtpValidationResult',
    accepts: ['data.valid is accepted', { data: { valid: false } }],
    refuses: ['a result without valid is refused', { data: {} }],
    at: 'data.valid',
  },
];
