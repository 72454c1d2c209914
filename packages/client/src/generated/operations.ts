// Generated from spec/openapi.bundle.json by `pnpm generate`. Not to be edited.

import type { RequestSchema } from '../rules/request-schema.ts';
import type { Operation } from '../transport/operation.ts';
import type { operations as OperationTypes } from './schema.ts';

const PhoneNumber: RequestSchema = { pattern: "^\\+[1-9]\\d{1,14}$", remedy: "Write the phone number in E.164 form, a plus sign and then only digits with the country code first, such as +966500000001." };
const RegisterCustomerRequest: RequestSchema = { properties: { phoneNumber: PhoneNumber, firstName: {  }, lastName: {  } }, optional: ["phoneNumber", "firstName", "lastName"], rule: "USER-1" };
const Currency: RequestSchema = {  };
const BankAccount: RequestSchema = { properties: { iban: { pattern: "^SA\\d{22}$", rule: "BANK-2", remedy: "Write the Saudi IBAN as SA followed by 22 digits, without spaces." }, currency: Currency, beneficiaryName: {  }, nationalId: {  } }, rule: "BANK-1" };
const Address: RequestSchema = { properties: { addressLabel: {  }, countryCode: {  }, street: {  }, district: {  }, city: {  }, postalCode: {  } }, optional: ["street", "district", "city", "postalCode"], rule: "ADDR-1" };
const NationalIdRequest: RequestSchema = { properties: { nationalId: { pattern: "^\\d{10}$", remedy: "Write nationalId as exactly 10 digits in quotes, without spaces." } }, rule: "ID-1" };
const ValidateOtpRequest: RequestSchema = { properties: { type: { enum: ["SERVICE_OTP", "NATIONAL_ID_OTP"] }, phoneNumber: {  }, otp: { type: "number" } }, rule: "ID-2" };
const ItemDetail: RequestSchema = { properties: { title: {  }, description: {  } } };
const ParentContractRequest: RequestSchema = { properties: { type: { fixed: "COMPLEX_CONTRACT" }, senderRole: { fixed: "BROKER" }, contractClassification: {  }, currency: Currency, itemPrice: { fixed: 0 }, itemDetail: ItemDetail, returnPolicy: {  }, returnFeePayee: {  }, serviceTermsAccepted: { enum: [true] }, isParent: { fixed: true } }, rule: "CONTRACT-1" };
const MilestoneRequest: RequestSchema = { properties: { type: { fixed: "MILESTONE_CONTRACT" }, senderRole: { fixed: "BROKER" }, itemDetail: ItemDetail, itemPrice: { type: "number" }, currency: Currency, returnPolicy: {  }, returnFeePayee: {  }, deadLine: { format: "date-time", pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$", remedy: "Write deadLine as an ISO 8601 timestamp in UTC, with seconds and ending in Z, such as 2030-01-01T00:00:00Z." }, serviceTermsAccepted: { type: "boolean" }, paymentMethods: { forbidden: true, rule: "MILESTONE-3", remedy: "Remove paymentMethods, they are set for the organization at onboarding." }, isDeliverable: { forbidden: true, rule: "MILESTONE-3", remedy: "Remove isDeliverable, delivery is set for the organization at onboarding." }, isInspectable: { forbidden: true, rule: "MILESTONE-3", remedy: "Remove isInspectable, inspection is set for the organization at onboarding." } }, optional: ["paymentMethods", "isDeliverable", "isInspectable"], rule: "MILESTONE-1" };
const AddMilestonesRequest: RequestSchema = { properties: { milestones: { items: MilestoneRequest } }, rule: "MILESTONE-1" };
const PartyPhoneNumber: RequestSchema = { rule: "PARTY-0" };
const PartyAmount: RequestSchema = { type: "number", rule: "PARTY-0" };
const BrokerParty: RequestSchema = { properties: { phoneNumber: PartyPhoneNumber, role: { enum: ["BROKER"] }, amount: PartyAmount, arbitrator: { fixed: true, rule: "PARTY-1" }, isSender: { fixed: true, rule: "PARTY-1" } }, rule: "PARTY-0" };
const CustomerParty: RequestSchema = { properties: { phoneNumber: PartyPhoneNumber, role: { enum: ["CUSTOMER"] }, amount: PartyAmount, arbitrator: { fixed: false, rule: "PARTY-2" }, isSender: { fixed: true, rule: "PARTY-2" } }, rule: "PARTY-0" };
const ProviderParty: RequestSchema = { properties: { phoneNumber: PartyPhoneNumber, role: { enum: ["PROVIDER"] }, amount: PartyAmount, arbitrator: { type: "boolean" }, isSender: { forbidden: true, rule: "PARTY-3", remedy: "Remove isSender from the provider, either value is refused." } }, optional: ["arbitrator", "isSender"], rule: "PARTY-0" };
const Party: RequestSchema = { by: "role", branches: { BROKER: BrokerParty, CUSTOMER: CustomerParty, PROVIDER: ProviderParty }, rule: "PARTY-0" };
const AddPartiesRequest: RequestSchema = { properties: { mileStonesParties: { type: "object", values: { items: Party } } }, rule: "PARTY-0" };
const TicketRequest: RequestSchema = { properties: { grant_type: { fixed: "urn:service:params:oauth:grant-type:customer-token-exchange" }, client_id: {  }, client_secret: {  }, login_hint: {  }, scope: { pattern: "^payment:.+$", remedy: "Set scope to payment:<shortId>, the shortId being the segment after /external/ in the checkout URL." } }, rule: "TICKET-1" };
const LegacySignUpRequest: RequestSchema = { properties: { phoneNumber: {  }, firstName: {  }, lastName: {  }, clientUserId: {  } }, rule: "LEGACY-1" };
const LegacyAddIbanRequest: RequestSchema = { type: "object", rule: "LEGACY-3" };
const LegacyAddAddressRequest: RequestSchema = { type: "object", rule: "LEGACY-3" };
const Metadata: RequestSchema = { type: "object" };
const LinkUserRequest: RequestSchema = { properties: { email: {  }, phone: PhoneNumber, name: {  }, metadata: Metadata }, optional: ["metadata"], rule: "UAPI-1" };
const UpdateUserRequest: RequestSchema = { properties: { name: {  }, phone: PhoneNumber, metadata: Metadata }, optional: ["name", "phone", "metadata"], rule: "UAPI-3" };
const CreateGenericContractRequest: RequestSchema = { type: "object", rule: "UAPI-7" };
const UpdateGenericMilestoneRequest: RequestSchema = { type: "object", rule: "UAPI-7" };
const CreatePaymentRequest: RequestSchema = { type: "object", rule: "UAPI-7" };
const CreateVirtualIbanRequest: RequestSchema = { type: "object", rule: "UAPI-7" };
const CreateWebhookRequest: RequestSchema = { type: "object", rule: "UAPI-7" };

/** What the types of an operation do not hold, by operation id. */
export const operationTable: Readonly<Record<keyof OperationTypes, Operation>> = {
  registerCustomer: { method: "POST", host: "identity", template: "/realms/service/service-partner/customers", tokens: ["organization"], retry: "repeatable", body: RegisterCustomerRequest },
  addBankAccount: { method: "POST", host: "auth", template: "/api/users/external/{serviceUserId}/banks", tokens: ["organization"], retry: "write", body: BankAccount, path: { properties: { serviceUserId: { type: "integer" } } }, isAnswerOpen: true },
  addAddress: { method: "POST", host: "auth", template: "/api/external/profiles/{serviceUserId}/addresses", tokens: ["organization"], retry: "write", body: Address, path: { properties: { serviceUserId: { type: "integer" } } }, isAnswerOpen: true },
  submitNationalId: { method: "PATCH", host: "auth", template: "/api/users/external/{userId}/national-id", tokens: ["legacyUser", "clientAdmin"], retry: "write", body: NationalIdRequest, isAnswerOpen: true },
  validateOtp: { method: "POST", host: "auth", template: "/api/external/otps/validate", tokens: ["legacyUser", "clientAdmin"], retry: "write", body: ValidateOtpRequest },
  createContract: { method: "POST", host: "contract", template: "/api/external/contracts", tokens: ["clientAdmin"], retry: "write", body: ParentContractRequest },
  addMilestones: { method: "PATCH", host: "contract", template: "/api/external/contracts/{contractId}/milestones", tokens: ["clientAdmin"], retry: "write", body: AddMilestonesRequest },
  addParties: { method: "PATCH", host: "contract", template: "/api/external/contracts/{contractId}/parties", tokens: ["clientAdmin"], retry: "write", body: AddPartiesRequest, isAnswerOpen: true },
  startPayment: { method: "GET", host: "contract", template: "/api/external/contracts/startPayment/{milestoneId}/{clientId}", tokens: ["clientAdmin"], retry: "read", query: { properties: { redirectUrl: { format: "uri", rule: "PAY-1", remedy: "Send redirectUrl, the absolute URL that the buyer returns to." }, paymentType: { rule: "PAY-1" } } }, meaningful: [500] },
  requestTicket: { method: "POST", host: "identity", template: "/realms/service/protocol/openid-connect/token", tokens: [], retry: "write", body: TicketRequest, encoding: "x-www-form-urlencoded" },
  legacySignUp: { method: "POST", host: "auth", template: "/v2/api/users/sign-up", tokens: ["legacyApp"], retry: "write", body: LegacySignUpRequest, replacedBy: "registerCustomer" },
  legacyAddIban: { method: "POST", host: "legacy", template: "/api/users/{id}/IBAN", tokens: ["legacyUser"], retry: "write", body: LegacyAddIbanRequest, isAnswerOpen: true, replacedBy: "addBankAccount" },
  legacyAddAddress: { method: "POST", host: "legacy", template: "/api/profiles/{id}/addresses", tokens: ["legacyUser"], retry: "write", body: LegacyAddAddressRequest, isAnswerOpen: true, replacedBy: "addAddress" },
  linkUser: { method: "POST", host: "users", template: "/users/link", tokens: ["apiKey"], retry: "write", body: LinkUserRequest },
  getUser: { method: "GET", host: "users", template: "/users/{userId}", tokens: ["apiKey"], retry: "read" },
  updateUser: { method: "PUT", host: "users", template: "/users/{userId}", tokens: ["apiKey"], retry: "write", body: UpdateUserRequest, isAnswerOpen: true },
  createGenericContract: { method: "POST", host: "users", template: "/contracts", tokens: ["apiKey"], retry: "write", body: CreateGenericContractRequest, isAnswerOpen: true },
  getGenericContract: { method: "GET", host: "users", template: "/contracts/{id}", tokens: ["apiKey"], retry: "read", isAnswerOpen: true },
  updateGenericMilestone: { method: "PUT", host: "users", template: "/contracts/{id}/milestones/{milestoneId}", tokens: ["apiKey"], retry: "write", body: UpdateGenericMilestoneRequest, isAnswerOpen: true },
  createPayment: { method: "POST", host: "users", template: "/payments", tokens: ["apiKey"], retry: "write", body: CreatePaymentRequest, isAnswerOpen: true },
  createVirtualIban: { method: "POST", host: "users", template: "/payments/virtual-iban", tokens: ["apiKey"], retry: "write", body: CreateVirtualIbanRequest, isAnswerOpen: true },
  getPayment: { method: "GET", host: "users", template: "/payments/{id}", tokens: ["apiKey"], retry: "read", isAnswerOpen: true },
  listWebhooks: { method: "GET", host: "users", template: "/webhooks", tokens: ["apiKey"], retry: "read", isAnswerOpen: true },
  createWebhook: { method: "POST", host: "users", template: "/webhooks", tokens: ["apiKey"], retry: "write", body: CreateWebhookRequest, isAnswerOpen: true },
  deleteWebhook: { method: "DELETE", host: "users", template: "/webhooks/{id}", tokens: ["apiKey"], retry: "write", isAnswerOpen: true },
};

/** The hosts that serve the operations. The host of `legacy` is not shown (LEGACY-3). */
export const hostNames = ["identity", "auth", "contract", "legacy", "users"] as const;

/** The kinds of token that operations take (AUTH-2, AUTH-3, AUTH-8, AUTH-9, AUTH-11). */
export const tokenKinds = ["organization", "clientAdmin", "legacyUser", "legacyApp", "apiKey"] as const;

/** The properties of answers that hold a token or a password. */
export type SecretField = 'ticket' | 'clientUserToken' | 'waffy_token';
export const secretFields: readonly string[] = ["ticket", "clientUserToken", "waffy_token"];
