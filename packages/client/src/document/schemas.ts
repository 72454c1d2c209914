import type { Schemas } from './registered.ts';

// Schemas of the document that signatures use. They follow a registered deployment.

/** An address, needed for a cash-out by bank transfer (ADDR-1, ADDR-2). */
export type Address = Schemas['Address'];
/** The milestones that the service added. */
export type AddedMilestones = Schemas['AddedMilestones'];
/** A bank account, needed by everyone who receives money (BANK-1, BANK-3). */
export type BankAccount = Schemas['BankAccount'];
/** The party of your organization. */
export type BrokerParty = Schemas['BrokerParty'];
/** A contract that the service created. */
export type CreatedContract = Schemas['CreatedContract'];
/** A milestone that the service created, with its fee. */
export type CreatedMilestone = Schemas['CreatedMilestone'];
/** The party of a buyer. */
export type CustomerParty = Schemas['CustomerParty'];
/** The body of `legacy.addAddress`. */
export type LegacyAddAddressRequest = Schemas['LegacyAddAddressRequest'];
/** The body of `legacy.addIban`. */
export type LegacyAddIbanRequest = Schemas['LegacyAddIbanRequest'];
/** A user to sign up. */
export type LegacySignUpRequest = Schemas['LegacySignUpRequest'];
/** A user to link. */
export type LinkUserRequest = Schemas['LinkUserRequest'];
/** A milestone to add. */
export type MilestoneRequest = Schemas['MilestoneRequest'];
/** A body that the service does not describe. */
export type NotShownBody = Schemas['NotShownBody'];
/** Whether a one-time password is valid. */
export type OtpValidation = Schemas['OtpValidation'];
/** A parent contract to create. */
export type ParentContractRequest = Schemas['ParentContractRequest'];
/** The party of a seller. */
export type ProviderParty = Schemas['ProviderParty'];
/** A buyer or seller to register or link. */
export type RegisterCustomerRequest = Schemas['RegisterCustomerRequest'];
/** The ids of a registered customer. */
export type RegisteredCustomer = Schemas['RegisteredCustomer'];
/** Changes of a user. */
export type UpdateUserRequest = Schemas['UpdateUserRequest'];
/** A one-time password to check. */
export type ValidateOtpRequest = Schemas['ValidateOtpRequest'];
