// Generated from spec/openapi.bundle.json by `pnpm generate`. Not to be edited.

import { choice, list, map, object, optional, required } from "../rules/containers.ts";
import { internationalPhone, notEmpty, partiesBalance } from "../rules/named-tests.ts";
import { fixed, forbidden, number, oneOf, text, truthValue } from "../rules/values.ts";
import type { Check } from "../rules/check.ts";
/** Checks a RegisterCustomerRequest. */
export const registerCustomerRequest: Check = object({
    rule: "USER-1d",
    remedy: "Send phoneNumber, firstName and lastName, all as text.",
    properties: {
        phoneNumber: optional(text({
            rule: "USER-1d",
            remedy: "Write the phone number in E.164 form, a plus sign and then only digits with the country code first, such as +9665XXXXXXXX.",
            pattern: /^\+[1-9]\d{1,14}$/,
            namedTests: {
                internationalPhone: internationalPhone,
            },
        })),
        firstName: optional(text({
            rule: "USER-1d",
            remedy: "Send firstName as text.",
        })),
        lastName: optional(text({
            rule: "USER-1d",
            remedy: "Send lastName as text.",
        })),
    },
});
/** Checks a BankAccount. */
export const bankAccount: Check = object({
    rule: "BANK-1b",
    remedy: "Send iban, currency, beneficiaryName and nationalId, all as text.",
    properties: {
        iban: required(text({
            rule: "BANK-2",
            rules: {
                type: "BANK-1b",
            },
            remedy: "Write the Saudi IBAN as SA followed by 22 digits, without spaces.",
            pattern: /^SA\d{22}$/,
        }), "BANK-1a"),
        currency: required(text({
            rule: "BANK-1b",
            remedy: "Send the currency code as text, such as SAR.",
        }), "BANK-1a"),
        beneficiaryName: required(text({
            rule: "BANK-1b",
            remedy: "Send beneficiaryName, the name of the account holder, as text.",
        }), "BANK-1a"),
        nationalId: required(text({
            rule: "BANK-1b",
            remedy: "Send nationalId, the account holder's national identity number, in quotes and not as a number.",
        }), "BANK-1a"),
    },
});
/** Checks a Address. */
export const address: Check = object({
    rule: "ADDR-1a",
    remedy: "Send at least addressLabel and countryCode, and every field as text.",
    properties: {
        addressLabel: required(text({
            rule: "ADDR-1a",
            remedy: "Send at least addressLabel and countryCode, and every field as text.",
        }), "ADDR-1"),
        countryCode: required(text({
            rule: "ADDR-1a",
            remedy: "Send at least addressLabel and countryCode, and every field as text.",
        }), "ADDR-1"),
        street: optional(text({
            rule: "ADDR-1a",
            remedy: "Send at least addressLabel and countryCode, and every field as text.",
        })),
        district: optional(text({
            rule: "ADDR-1a",
            remedy: "Send at least addressLabel and countryCode, and every field as text.",
        })),
        city: optional(text({
            rule: "ADDR-1a",
            remedy: "Send at least addressLabel and countryCode, and every field as text.",
        })),
        postalCode: optional(text({
            rule: "ADDR-1a",
            remedy: "Send at least addressLabel and countryCode, and every field as text.",
        })),
    },
});
/** Checks a NationalIdRequest. */
export const nationalIdRequest: Check = object({
    rule: "ID-1",
    rules: {
        type: "ID-1a",
    },
    remedy: "Send nationalId, text of exactly 10 digits.",
    properties: {
        nationalId: required(text({
            rule: "ID-1",
            rules: {
                type: "ID-1a",
            },
            remedy: "Write nationalId as exactly 10 digits in quotes, without spaces.",
            pattern: /^\d{10}$/,
        }), "ID-1a"),
    },
});
/** Checks a ValidateOtpRequest. */
export const validateOtpRequest: Check = object({
    rule: "ID-2b",
    remedy: "Send type, phoneNumber and otp.",
    properties: {
        type: required(oneOf(["SERVICE_OTP", "NATIONAL_ID_OTP"], {
            rule: "ID-2b",
            remedy: "Set type to SERVICE_OTP or NATIONAL_ID_OTP.",
        }), "ID-2a"),
        phoneNumber: required(text({
            rule: "ID-2b",
            remedy: "Send phoneNumber, the phone that received the password, as text.",
        }), "ID-2a"),
        otp: required(number({
            rule: "ID-2b",
            remedy: "Send otp as a number without quotes.",
        }), "ID-2a"),
    },
});
/** Checks a ParentContractRequest. */
export const parentContractRequest: Check = object({
    rule: "CONTRACT-1c",
    remedy: "Send type, senderRole, contractClassification, currency, itemPrice, itemDetail, returnPolicy, returnFeePayee, serviceTermsAccepted and isParent.",
    properties: {
        type: required(fixed("COMPLEX_CONTRACT", {
            rule: "CONTRACT-1c",
            remedy: "Set type to COMPLEX_CONTRACT, the only type of a parent.",
        }), "CONTRACT-1a"),
        senderRole: required(fixed("BROKER", {
            rule: "CONTRACT-1c",
            remedy: "Set senderRole to BROKER, whoever the seller is.",
        }), "CONTRACT-1a"),
        contractClassification: required(text({
            rule: "CONTRACT-1c",
            remedy: "Send contractClassification as text, such as BASIC.",
        }), "CONTRACT-1a"),
        currency: required(text({
            rule: "CONTRACT-1c",
            remedy: "Send the currency code as text, such as SAR.",
        }), "CONTRACT-1a"),
        itemPrice: required(fixed(0, {
            rule: "CONTRACT-1c",
            remedy: "Set itemPrice to 0 and give each milestone its amount, the parent holds no money.",
        }), "CONTRACT-1a"),
        itemDetail: required(object({
            rule: "CONTRACT-1c",
            remedy: "Send itemDetail as an object with title and description, both text.",
            properties: {
                title: required(text({
                    rule: "CONTRACT-1c",
                    remedy: "Send itemDetail as an object with title and description, both text.",
                }), "CONTRACT-1b"),
                description: required(text({
                    rule: "CONTRACT-1c",
                    remedy: "Send itemDetail as an object with title and description, both text.",
                }), "CONTRACT-1b"),
            },
        }), "CONTRACT-1a"),
        returnPolicy: required(text({
            rule: "CONTRACT-1c",
            remedy: "Send returnPolicy as text, such as NO_RETURN.",
        }), "CONTRACT-1a"),
        returnFeePayee: required(text({
            rule: "CONTRACT-1c",
            remedy: "Send returnFeePayee as text, such as PROVIDER.",
        }), "CONTRACT-1a"),
        serviceTermsAccepted: required(oneOf([true], {
            rule: "CONTRACT-1c",
            remedy: "Set serviceTermsAccepted to true to accept the terms of the service, a parent needs that.",
        }), "CONTRACT-1a"),
        isParent: required(fixed(true, {
            rule: "CONTRACT-1c",
            remedy: "Set isParent to true, this call creates nothing but parents.",
        }), "CONTRACT-1a"),
    },
});
/** Checks a MilestoneRequest. */
export const milestoneRequest: Check = object({
    rule: "MILESTONE-1c",
    remedy: "Send type, senderRole, itemDetail, itemPrice, currency, returnPolicy, returnFeePayee, deadLine and serviceTermsAccepted for each milestone.",
    properties: {
        type: required(fixed("MILESTONE_CONTRACT", {
            rule: "MILESTONE-1c",
            remedy: "Set type to MILESTONE_CONTRACT, the only type of a milestone.",
        }), "MILESTONE-1a"),
        senderRole: required(fixed("BROKER", {
            rule: "MILESTONE-1c",
            remedy: "Set senderRole to BROKER, whoever the seller is.",
        }), "MILESTONE-1a"),
        itemDetail: required(object({
            rule: "MILESTONE-1c",
            remedy: "Send itemDetail as an object with title and description, both text.",
            properties: {
                title: required(text({
                    rule: "MILESTONE-1c",
                    remedy: "Send itemDetail as an object with title and description, both text.",
                }), "CONTRACT-1b"),
                description: required(text({
                    rule: "MILESTONE-1c",
                    remedy: "Send itemDetail as an object with title and description, both text.",
                }), "CONTRACT-1b"),
            },
        }), "MILESTONE-1a"),
        itemPrice: required(number({
            rule: "MILESTONE-1c",
            remedy: "Send itemPrice, the escrow amount, as a number without quotes.",
        }), "MILESTONE-1a"),
        currency: required(text({
            rule: "MILESTONE-1c",
            remedy: "Send the currency code as text, such as SAR.",
        }), "MILESTONE-1a"),
        returnPolicy: required(text({
            rule: "MILESTONE-1c",
            remedy: "Send returnPolicy as text, such as NO_RETURN.",
        }), "MILESTONE-1a"),
        returnFeePayee: required(text({
            rule: "MILESTONE-1c",
            remedy: "Send returnFeePayee as text, such as PROVIDER.",
        }), "MILESTONE-1a"),
        deadLine: required(text({
            rule: "MILESTONE-1c",
            remedy: "Write deadLine as an ISO 8601 timestamp in UTC, such as 2030-01-01T00:00:00Z.",
            pattern: /^\d{4}(-\d{2}-\d{2}|-\d{3}|-W\d{2}-\d|\d{4}|\d{3}|W\d{3})T\d{2}(:?\d{2}){0,2}([.,]\d+)?(Z|\+00(:?00)?)$/,
            format: "utc-timestamp",
        }), "MILESTONE-1a"),
        serviceTermsAccepted: required(truthValue({
            rule: "MILESTONE-1c",
            remedy: "Set serviceTermsAccepted to true or false, without quotes.",
        }), "MILESTONE-1a"),
        paymentMethods: optional(forbidden({
            rule: "MILESTONE-3",
            remedy: "Remove paymentMethods, they are set for the organization at onboarding.",
        })),
        isDeliverable: optional(forbidden({
            rule: "MILESTONE-3",
            remedy: "Remove isDeliverable, delivery is set for the organization at onboarding.",
        })),
        isInspectable: optional(forbidden({
            rule: "MILESTONE-3",
            remedy: "Remove isInspectable, inspection is set for the organization at onboarding.",
        })),
    },
});
/** Checks a AddMilestonesRequest. */
export const addMilestonesRequest: Check = object({
    rule: "MILESTONE-1c",
    remedy: "Send milestones, a list of milestones.",
    properties: {
        milestones: required(list({
            rule: "MILESTONE-1c",
            rules: {
                "x-check.notEmpty": "MILESTONE-1b",
            },
            remedy: "Send milestones, a list of milestones.",
            namedTests: {
                notEmpty: notEmpty,
            },
            items: milestoneRequest,
        }), "MILESTONE-1c"),
    },
});
/** Checks a PartyPhoneNumber. */
export const partyPhoneNumber: Check = text({
    rule: "PARTY-0c",
    remedy: "Send phoneNumber, the number that the user was registered with, as text.",
});
/** Checks a PartyAmount. */
export const partyAmount: Check = number({
    rule: "PARTY-0c",
    remedy: "Send amount as a number without quotes.",
});
/** Checks a BrokerParty. */
export const brokerParty: Check = object({
    rule: "PARTY-0c",
    remedy: "Send phoneNumber, role, amount, arbitrator and isSender for a broker.",
    properties: {
        phoneNumber: required(partyPhoneNumber, "PARTY-0a"),
        role: required(oneOf(["BROKER"], {
            rule: "PARTY-0c",
            remedy: "Send phoneNumber, role, amount, arbitrator and isSender for a broker.",
        }), "PARTY-0a"),
        amount: required(partyAmount, "PARTY-0a"),
        arbitrator: required(fixed(true, {
            rule: "PARTY-1",
            rules: {
                type: "PARTY-1a",
                enum: "PARTY-1a",
            },
            remedy: "Set arbitrator to true, a broker is always the arbitrator.",
        }), "PARTY-1a"),
        isSender: required(fixed(true, {
            rule: "PARTY-1",
            rules: {
                type: "PARTY-1a",
                enum: "PARTY-1a",
            },
            remedy: "Set isSender to true, a broker is always a sender.",
        }), "PARTY-1a"),
    },
});
/** Checks a CustomerParty. */
export const customerParty: Check = object({
    rule: "PARTY-0c",
    remedy: "Send phoneNumber, role, amount, arbitrator and isSender for a customer.",
    properties: {
        phoneNumber: required(partyPhoneNumber, "PARTY-0a"),
        role: required(oneOf(["CUSTOMER"], {
            rule: "PARTY-0c",
            remedy: "Send phoneNumber, role, amount, arbitrator and isSender for a customer.",
        }), "PARTY-0a"),
        amount: required(partyAmount, "PARTY-0a"),
        arbitrator: required(fixed(false, {
            rule: "PARTY-2",
            rules: {
                type: "PARTY-2a",
                enum: "PARTY-2a",
            },
            remedy: "Set arbitrator to false, a customer is never the arbitrator.",
        }), "PARTY-2a"),
        isSender: required(fixed(true, {
            rule: "PARTY-2",
            rules: {
                type: "PARTY-2a",
                enum: "PARTY-2a",
            },
            remedy: "Set isSender to true, a customer is always a sender.",
        }), "PARTY-2a"),
    },
});
/** Checks a ProviderParty. */
export const providerParty: Check = object({
    rule: "PARTY-0c",
    remedy: "Send phoneNumber, role and amount for a provider, and no isSender.",
    properties: {
        phoneNumber: required(partyPhoneNumber, "PARTY-0a"),
        role: required(oneOf(["PROVIDER"], {
            rule: "PARTY-0c",
            remedy: "Send phoneNumber, role and amount for a provider, and no isSender.",
        }), "PARTY-0a"),
        amount: required(partyAmount, "PARTY-0a"),
        arbitrator: optional(truthValue({
            rule: "PARTY-0c",
            remedy: "Set arbitrator to true or false, without quotes, or leave it out.",
        })),
        isSender: optional(forbidden({
            rule: "PARTY-3",
            remedy: "Remove isSender from the provider, either value is refused.",
        })),
    },
});
/** Checks a Party. */
export const party: Check = choice({
    rule: "PARTY-0c",
    remedy: "Set role to BROKER, CUSTOMER or PROVIDER.",
    requiredBy: "PARTY-0a",
    by: "role",
    kinds: {
        BROKER: brokerParty,
        CUSTOMER: customerParty,
        PROVIDER: providerParty,
    },
});
/** Checks a MilestoneParties. */
export const milestoneParties: Check = list({
    rule: "PARTY-0c",
    rules: {
        "x-check.notEmpty": "PARTY-0b",
        "x-check.partiesBalance": "PARTY-4",
    },
    remedy: "Send the parties of a milestone as a list, also where there is only one.",
    namedTests: {
        notEmpty: notEmpty,
        partiesBalance: partiesBalance,
    },
    items: party,
});
/** Checks a AddPartiesRequest. */
export const addPartiesRequest: Check = object({
    rule: "PARTY-0c",
    remedy: "Send mileStonesParties with a capital S and P, an object from milestone id to the list of its parties.",
    properties: {
        mileStonesParties: required(map({
            rule: "PARTY-0c",
            rules: {
                "x-check.notEmpty": "PARTY-0b",
            },
            remedy: "Send an object whose keys are milestone ids and whose values are lists of parties.",
            namedTests: {
                notEmpty: notEmpty,
            },
            values: milestoneParties,
        }), "PARTY-0c"),
    },
});
/** Checks a TicketRequest. */
export const ticketRequest: Check = object({
    rule: "TICKET-1b",
    remedy: "Send grant_type, client_id, client_secret, login_hint and scope as form fields.",
    properties: {
        grant_type: required(fixed("urn:service:params:oauth:grant-type:customer-token-exchange", {
            rule: "TICKET-1b",
            remedy: "Set grant_type to urn:service:params:oauth:grant-type:customer-token-exchange, the only one that the service shows.",
        }), "TICKET-1a"),
        client_id: required(text({
            rule: "TICKET-1b",
            remedy: "Send client_id once, as text.",
        }), "TICKET-1a"),
        client_secret: required(text({
            rule: "TICKET-1b",
            remedy: "Send client_secret once, as text.",
        }), "TICKET-1a"),
        login_hint: required(text({
            rule: "TICKET-1b",
            remedy: "Send login_hint, the buyer's phone number, once and as text, with its plus sign as %2B.",
        }), "TICKET-1a"),
        scope: required(text({
            rule: "TICKET-1b",
            remedy: "Set scope to payment:<shortId>, the shortId being the segment after /external/ in the checkout URL.",
            pattern: /^payment:.+$/,
        }), "TICKET-1a"),
    },
});
/** Checks a LegacySignUpRequest. */
export const legacySignUpRequest: Check = object({
    rule: "LEGACY-1c",
    remedy: "Send phoneNumber, firstName, lastName and clientUserId, all as text.",
    properties: {
        phoneNumber: required(text({
            rule: "LEGACY-1c",
            remedy: "Send phoneNumber, firstName, lastName and clientUserId, all as text.",
        }), "LEGACY-1a"),
        firstName: required(text({
            rule: "LEGACY-1c",
            remedy: "Send phoneNumber, firstName, lastName and clientUserId, all as text.",
        }), "LEGACY-1a"),
        lastName: required(text({
            rule: "LEGACY-1c",
            remedy: "Send phoneNumber, firstName, lastName and clientUserId, all as text.",
        }), "LEGACY-1a"),
        clientUserId: required(text({
            rule: "LEGACY-1c",
            remedy: "Send phoneNumber, firstName, lastName and clientUserId, all as text.",
        }), "LEGACY-1a"),
    },
});
/** Checks a LinkUserRequest. */
export const linkUserRequest: Check = object({
    rule: "UAPI-1",
    remedy: "Send at least email, phone and name, all as text.",
    properties: {
        email: required(text({
            rule: "UAPI-1",
            remedy: "Send email as text.",
        }), "UAPI-1"),
        phone: required(text({
            rule: "UAPI-1",
            remedy: "Write the phone number in E.164 form, a plus sign and then only digits with the country code first, such as +9665XXXXXXXX.",
            pattern: /^\+[1-9]\d{1,14}$/,
            namedTests: {
                internationalPhone: internationalPhone,
            },
        }), "UAPI-1"),
        name: required(text({
            rule: "UAPI-1",
            remedy: "Send name, the full name, as text.",
        }), "UAPI-1"),
        metadata: optional(object({
            rule: "UAPI-1",
            remedy: "Send metadata as an object, or leave it out.",
        })),
    },
});
/** Checks a UpdateUserRequest. */
export const updateUserRequest: Check = object({
    rule: "UAPI-3",
    remedy: "Send name, phone or metadata in an object.",
    properties: {
        name: optional(text({
            rule: "UAPI-3",
            remedy: "Send name, the full name, as text.",
        })),
        phone: optional(text({
            rule: "UAPI-3",
            remedy: "Write the phone number in E.164 form, a plus sign and then only digits with the country code first, such as +9665XXXXXXXX.",
            pattern: /^\+[1-9]\d{1,14}$/,
            namedTests: {
                internationalPhone: internationalPhone,
            },
        })),
        metadata: optional(object({
            rule: "UAPI-3",
            remedy: "Send metadata as an object, or leave it out.",
        })),
    },
});
/** Checks a RegisteredPhone. */
export const registeredPhone: Check = text({
    rule: "USER-1c",
    remedy: "Write the phone number in E.164 form, a plus sign and then only digits with the country code first, such as +9665XXXXXXXX.",
    pattern: /^\+[1-9]\d{1,14}$/,
    namedTests: {
        internationalPhone: internationalPhone,
    },
});
