import { requestExample } from '../bundle-copy.ts';
import { type SchemaCase, without } from './schema-case.ts';

const buyer = requestExample('registerCustomer', 'buyer');
const account = requestExample('addBankAccount', 'seller');
const otp = requestExample('validateOtp', 'service');

export const customerCases: SchemaCase[] = [
  {
    rule: 'USER-1d',
    schema: 'RegisterCustomerRequest',
    accepted: { title: 'a customer with a phone number in E.164 form is accepted', value: buyer },
    refused: {
      title: 'a phone number without plus and country code is refused',
      value: { ...buyer, phoneNumber: '0500000001' },
      at: 'phoneNumber',
    },
  },
  {
    rule: 'USER-1',
    schema: 'RegisteredCustomer',
    accepted: { title: 'integer ids are accepted', value: { serviceUserId: 1001, userIdentification: 5001 } },
    refused: {
      title: 'a serviceUserId as text is refused',
      value: { serviceUserId: '1001', userIdentification: 5001 },
      at: 'serviceUserId',
    },
  },
  {
    rule: 'BANK-1',
    schema: 'BankAccount',
    accepted: { title: 'a holder named by text is accepted', value: account },
    refused: {
      title: 'an identity number that is not a string is refused',
      value: { ...account, nationalId: 1000000001 },
      at: 'nationalId',
    },
    named: 'BANK-1b',
  },
  {
    rule: 'BANK-1b',
    schema: 'BankAccount',
    accepted: { title: 'an iban as text is accepted', value: account },
    refused: { title: 'an iban as a number is refused', value: { ...account, iban: 10 }, at: 'iban' },
  },
  {
    rule: 'BANK-1a',
    schema: 'BankAccount',
    accepted: { title: 'an account with its four fields is accepted', value: account },
    refused: {
      title: 'an account without beneficiaryName is refused',
      value: without(account, 'beneficiaryName'),
      at: 'beneficiaryName',
    },
  },
  {
    rule: 'BANK-2',
    schema: 'BankAccount',
    accepted: {
      title: 'SA and 22 digits are accepted',
      value: { ...account, iban: 'SA9900000000000000000099' },
    },
    refused: { title: '21 digits are refused', value: { ...account, iban: 'SA000000000000000000001' }, at: 'iban' },
  },
  {
    rule: 'BANK-2',
    schema: 'BankAccount',
    accepted: { title: 'an IBAN without spaces is accepted', value: account },
    refused: {
      title: 'another country is refused',
      value: { ...account, iban: 'DE0000000000000000000001' },
      at: 'iban',
    },
  },
  {
    rule: 'ADDR-1',
    schema: 'Address',
    accepted: {
      title: 'label and country alone are accepted',
      value: { addressLabel: 'HOME', countryCode: 'SA' },
    },
    refused: { title: 'an address without country is refused', value: { addressLabel: 'HOME' }, at: 'countryCode' },
  },
  {
    rule: 'ADDR-1a',
    schema: 'Address',
    accepted: {
      title: 'a postal code as text is accepted',
      value: { addressLabel: 'HOME', countryCode: 'SA', postalCode: '11564' },
    },
    refused: {
      title: 'a postal code as a number is refused',
      value: { addressLabel: 'HOME', countryCode: 'SA', postalCode: 11564 },
      at: 'postalCode',
    },
  },
  {
    rule: 'ID-1',
    schema: 'NationalIdRequest',
    accepted: { title: 'text of ten digits is accepted', value: { nationalId: '1000000001' } },
    refused: { title: 'nine digits are refused', value: { nationalId: '100000001' }, at: 'nationalId' },
  },
  {
    rule: 'ID-1a',
    schema: 'NationalIdRequest',
    accepted: { title: 'a leading zero is accepted', value: { nationalId: '0000000001' } },
    refused: { title: 'ten digits as a number are refused', value: { nationalId: 1000000001 }, at: 'nationalId' },
  },
  {
    rule: 'ID-2',
    schema: 'ValidateOtpRequest',
    accepted: { title: 'SERVICE_OTP is accepted', value: otp },
    refused: { title: 'an unknown type is refused', value: { ...otp, type: 'OTHER_OTP' }, at: 'type' },
    named: 'ID-2b',
  },
  {
    rule: 'ID-2b',
    schema: 'ValidateOtpRequest',
    accepted: { title: 'NATIONAL_ID_OTP is accepted', value: { ...otp, type: 'NATIONAL_ID_OTP' } },
    refused: { title: 'an otp as text is refused', value: { ...otp, otp: '123456' }, at: 'otp' },
  },
  ...['type', 'phoneNumber', 'otp'].map((name) => ({
    rule: 'ID-2a',
    schema: 'ValidateOtpRequest',
    accepted: { title: `a check with ${name} is accepted`, value: otp },
    refused: { title: `a check without ${name} is refused`, value: without(otp, name), at: name },
  })),
  {
    rule: 'ID-2',
    schema: 'OtpValidationResult',
    accepted: { title: 'data.valid is accepted', value: { data: { valid: false } } },
    refused: { title: 'a result without valid is refused', value: { data: {} }, at: 'data.valid' },
  },
];
