// Generated from spec by `pnpm generate`. Not to be edited.

import * as kit from "../rules.ts";
import type { components, operations, paths } from "./schema.ts";
const checkOfRegisterCustomerRequest: kit.Check = kit.object({
    rule: "USER-1d",
    remedy: "Send phoneNumber, firstName and lastName, all as text.",
    properties: {
        phoneNumber: kit.text({
            rule: "USER-1d",
            remedy: "Write the phone number in E.164 form, such as +9665XXXXXXXX, with a plus sign, no 0 after the country code, and digits 0-9.",
            tests: [kit.internationalPhone],
            pattern: /^\+[1-9]\d{1,14}$/,
            format: "e164-phone",
        }),
        firstName: kit.text({ rule: "USER-1d", remedy: "Send firstName as text." }),
        lastName: kit.text({ rule: "USER-1d", remedy: "Send lastName as text." }),
    },
});
const checkOfBankAccount: kit.Check = kit.object({
    rule: "BANK-1b",
    remedy: "Send iban, currency, beneficiaryName and nationalId, all as text.",
    properties: {
        iban: kit.required(kit.text({
            rule: "BANK-2",
            rules: { type: "BANK-1b" },
            remedy: "Write the Saudi IBAN as SA in capital letters and 22 digits 0-9, without blanks, such as SA0380000000XXXXXXXXXXXX.",
            pattern: /^SA\d{22}$/,
        }), "BANK-1a"),
        currency: kit.required(kit.text({ rule: "BANK-1b", remedy: "Send the currency code as text, such as SAR." }), "BANK-1a"),
        beneficiaryName: kit.required(kit.text({ rule: "BANK-1b", remedy: "Send beneficiaryName, the name of the account holder, as text." }), "BANK-1a"),
        nationalId: kit.required(kit.text({
            rule: "BANK-1b",
            remedy: "Send nationalId, the account holder's national identity number, as text and not as a number.",
        }), "BANK-1a"),
    },
});
const checkOfAddress: kit.Check = kit.object({
    rule: "ADDR-1a",
    remedy: "Send at least addressLabel and countryCode, and every field as text.",
    properties: {
        addressLabel: kit.required(kit.text({ rule: "ADDR-1a", remedy: "Send at least addressLabel and countryCode, and every field as text." }), "ADDR-1"),
        countryCode: kit.required(kit.text({ rule: "ADDR-1a", remedy: "Send at least addressLabel and countryCode, and every field as text." }), "ADDR-1"),
        street: kit.text({ rule: "ADDR-1a", remedy: "Send at least addressLabel and countryCode, and every field as text." }),
        district: kit.text({ rule: "ADDR-1a", remedy: "Send at least addressLabel and countryCode, and every field as text." }),
        city: kit.text({ rule: "ADDR-1a", remedy: "Send at least addressLabel and countryCode, and every field as text." }),
        postalCode: kit.text({ rule: "ADDR-1a", remedy: "Send at least addressLabel and countryCode, and every field as text." }),
    },
});
const checkOfNationalIdRequest: kit.Check = kit.object({
    rule: "ID-1",
    rules: { type: "ID-1a" },
    remedy: "Send nationalId, text of exactly 10 digits.",
    properties: {
        nationalId: kit.required(kit.text({
            rule: "ID-1",
            rules: { type: "ID-1a" },
            remedy: "Write nationalId as text of exactly 10 digits 0-9, without blanks.",
            pattern: /^\d{10}$/,
        }), "ID-1a"),
    },
});
const checkOfValidateOtpRequest: kit.Check = kit.object({
    rule: "ID-2b",
    remedy: "Send type, phoneNumber and otp.",
    properties: {
        type: kit.required(kit.oneOf(["SERVICE_OTP", "NATIONAL_ID_OTP"], { rule: "ID-2b", remedy: "Set type to SERVICE_OTP or NATIONAL_ID_OTP." }), "ID-2a"),
        phoneNumber: kit.required(kit.text({ rule: "ID-2b", remedy: "Send phoneNumber, the phone that received the password, as text." }), "ID-2a"),
        otp: kit.required(kit.number({ rule: "ID-2b", remedy: "Send otp as a number, not as text." }), "ID-2a"),
    },
});
const checkOfParentContractRequest: kit.Check = kit.object({
    rule: "CONTRACT-1c",
    remedy: "Send type, senderRole, contractClassification, currency, itemPrice, itemDetail, returnPolicy, returnFeePayee, serviceTermsAccepted and isParent.",
    properties: {
        type: kit.required(kit.fixed("COMPLEX_CONTRACT", { rule: "CONTRACT-1c", remedy: "Set type to COMPLEX_CONTRACT, the only type of a contract." }), "CONTRACT-1a"),
        senderRole: kit.required(kit.fixed("BROKER", { rule: "CONTRACT-1c", remedy: "Set senderRole to BROKER, whoever the seller is." }), "CONTRACT-1a"),
        contractClassification: kit.required(kit.text({ rule: "CONTRACT-1c", remedy: "Send contractClassification as text, such as BASIC." }), "CONTRACT-1a"),
        currency: kit.required(kit.text({ rule: "CONTRACT-1c", remedy: "Send the currency code as text, such as SAR." }), "CONTRACT-1a"),
        itemPrice: kit.required(kit.fixed(0, { rule: "CONTRACT-1c", remedy: "Set itemPrice to 0. The amounts are on the milestones." }), "CONTRACT-1a"),
        itemDetail: kit.required(kit.object({
            rule: "CONTRACT-1c",
            remedy: "Send itemDetail as an object with title and description, both text.",
            properties: {
                title: kit.required(kit.text({
                    rule: "CONTRACT-1c",
                    remedy: "Send itemDetail as an object with title and description, both text.",
                }), "CONTRACT-1b"),
                description: kit.required(kit.text({
                    rule: "CONTRACT-1c",
                    remedy: "Send itemDetail as an object with title and description, both text.",
                }), "CONTRACT-1b"),
            },
        }), "CONTRACT-1a"),
        returnPolicy: kit.required(kit.text({ rule: "CONTRACT-1c", remedy: "Send returnPolicy as text, such as NO_RETURN." }), "CONTRACT-1a"),
        returnFeePayee: kit.required(kit.text({ rule: "CONTRACT-1c", remedy: "Send returnFeePayee as text, such as PROVIDER." }), "CONTRACT-1a"),
        serviceTermsAccepted: kit.required(kit.oneOf([true], {
            rule: "CONTRACT-1c",
            remedy: "Set serviceTermsAccepted to true to accept the terms of the service.",
        }), "CONTRACT-1a"),
        isParent: kit.required(kit.fixed(true, { rule: "CONTRACT-1c", remedy: "Set isParent to true. This call creates no milestones." }), "CONTRACT-1a"),
    },
});
const checkOfMilestoneRequest: kit.Check = kit.object({
    rule: "MILESTONE-1c",
    remedy: "Send type, senderRole, itemDetail, itemPrice, currency, returnPolicy, returnFeePayee, deadLine and serviceTermsAccepted for each milestone.",
    properties: {
        type: kit.required(kit.fixed("MILESTONE_CONTRACT", { rule: "MILESTONE-1c", remedy: "Set type to MILESTONE_CONTRACT, the only type of a milestone." }), "MILESTONE-1a"),
        senderRole: kit.required(kit.fixed("BROKER", { rule: "MILESTONE-1c", remedy: "Set senderRole to BROKER, whoever the seller is." }), "MILESTONE-1a"),
        itemDetail: kit.required(kit.object({
            rule: "MILESTONE-1c",
            remedy: "Send itemDetail as an object with title and description, both text.",
            properties: {
                title: kit.required(kit.text({
                    rule: "MILESTONE-1c",
                    remedy: "Send itemDetail as an object with title and description, both text.",
                }), "CONTRACT-1b"),
                description: kit.required(kit.text({
                    rule: "MILESTONE-1c",
                    remedy: "Send itemDetail as an object with title and description, both text.",
                }), "CONTRACT-1b"),
            },
        }), "MILESTONE-1a"),
        itemPrice: kit.required(kit.number({ rule: "MILESTONE-1c", remedy: "Send itemPrice, the escrow amount, as a number and not as text." }), "MILESTONE-1a"),
        currency: kit.required(kit.text({ rule: "MILESTONE-1c", remedy: "Send the currency code as text, such as SAR." }), "MILESTONE-1a"),
        returnPolicy: kit.required(kit.text({ rule: "MILESTONE-1c", remedy: "Send returnPolicy as text, such as NO_RETURN." }), "MILESTONE-1a"),
        returnFeePayee: kit.required(kit.text({ rule: "MILESTONE-1c", remedy: "Send returnFeePayee as text, such as PROVIDER." }), "MILESTONE-1a"),
        deadLine: kit.required(kit.text({
            rule: "MILESTONE-1c",
            remedy: "Write deadLine as an ISO 8601 timestamp in UTC, in digits 0-9, such as 2030-01-01T00:00:00Z.",
            pattern: /^\d{4}(-\d{2}-\d{2}|-\d{3}|-W\d{2}-\d|\d{4}|\d{3}|W\d{3})T\d{2}(:?\d{2}){0,2}([.,]\d+)?(Z|\+00(:?00)?)$/,
            format: "utc-timestamp",
        }), "MILESTONE-1a"),
        serviceTermsAccepted: kit.required(kit.truthValue({ rule: "MILESTONE-1c", remedy: "Set serviceTermsAccepted to the boolean true or false." }), "MILESTONE-1a"),
        paymentMethods: kit.forbidden({
            rule: "MILESTONE-3",
            remedy: "Remove paymentMethods. They are set for the organization at onboarding.",
        }),
        isDeliverable: kit.forbidden({
            rule: "MILESTONE-3",
            remedy: "Remove isDeliverable. Delivery is set for the organization at onboarding.",
        }),
        isInspectable: kit.forbidden({
            rule: "MILESTONE-3",
            remedy: "Remove isInspectable. Inspection is set for the organization at onboarding.",
        }),
    },
});
const checkOfAddMilestonesRequest: kit.Check = kit.object({
    rule: "MILESTONE-1c",
    remedy: "Send milestones, a list of milestones.",
    properties: {
        milestones: kit.required(kit.list({
            rule: "MILESTONE-1c",
            rules: { "x-check.notEmpty": "MILESTONE-1b" },
            remedy: "Send milestones, a list of milestones.",
            tests: [kit.notEmpty],
            items: checkOfMilestoneRequest,
        }), "MILESTONE-1c"),
    },
});
const checkOfPartyPhoneNumber: kit.Check = kit.text({
    rule: "PARTY-0c",
    remedy: "Send phoneNumber, the number that the user was registered with, as text.",
});
const checkOfPartyAmount: kit.Check = kit.number({ rule: "PARTY-0c", remedy: "Send amount as a number, not as text." });
const checkOfBrokerParty: kit.Check = kit.object({
    rule: "PARTY-0c",
    remedy: "Send phoneNumber, role, amount, arbitrator and isSender for a broker.",
    properties: {
        phoneNumber: kit.required(checkOfPartyPhoneNumber, "PARTY-0a"),
        role: kit.required(kit.oneOf(["BROKER"], {
            rule: "PARTY-0c",
            remedy: "Send phoneNumber, role, amount, arbitrator and isSender for a broker.",
        }), "PARTY-0a"),
        amount: kit.required(checkOfPartyAmount, "PARTY-0a"),
        arbitrator: kit.required(kit.fixed(true, {
            rule: "PARTY-1",
            rules: { type: "PARTY-1a", enum: "PARTY-1a" },
            remedy: "Set arbitrator to true. A broker is always the arbitrator.",
        }), "PARTY-1a"),
        isSender: kit.required(kit.fixed(true, {
            rule: "PARTY-1",
            rules: { type: "PARTY-1a", enum: "PARTY-1a" },
            remedy: "Set isSender to true. A broker is always a sender.",
        }), "PARTY-1a"),
    },
});
const checkOfCustomerParty: kit.Check = kit.object({
    rule: "PARTY-0c",
    remedy: "Send phoneNumber, role, amount, arbitrator and isSender for a customer.",
    properties: {
        phoneNumber: kit.required(checkOfPartyPhoneNumber, "PARTY-0a"),
        role: kit.required(kit.oneOf(["CUSTOMER"], {
            rule: "PARTY-0c",
            remedy: "Send phoneNumber, role, amount, arbitrator and isSender for a customer.",
        }), "PARTY-0a"),
        amount: kit.required(checkOfPartyAmount, "PARTY-0a"),
        arbitrator: kit.required(kit.fixed(false, {
            rule: "PARTY-2",
            rules: { type: "PARTY-2a", enum: "PARTY-2a" },
            remedy: "Set arbitrator to false. A customer is never the arbitrator.",
        }), "PARTY-2a"),
        isSender: kit.required(kit.fixed(true, {
            rule: "PARTY-2",
            rules: { type: "PARTY-2a", enum: "PARTY-2a" },
            remedy: "Set isSender to true. A customer is always a sender.",
        }), "PARTY-2a"),
    },
});
const checkOfProviderParty: kit.Check = kit.object({
    rule: "PARTY-0c",
    remedy: "Send phoneNumber, role and amount for a provider, and no isSender.",
    properties: {
        phoneNumber: kit.required(checkOfPartyPhoneNumber, "PARTY-0a"),
        role: kit.required(kit.oneOf(["PROVIDER"], { rule: "PARTY-0c", remedy: "Send phoneNumber, role and amount for a provider, and no isSender." }), "PARTY-0a"),
        amount: kit.required(checkOfPartyAmount, "PARTY-0a"),
        arbitrator: kit.truthValue({ rule: "PARTY-0c", remedy: "Set arbitrator to the boolean true or false, or leave it out." }),
        isSender: kit.forbidden({ rule: "PARTY-3", remedy: "Remove isSender from the provider. Either value is refused." }),
    },
});
const checkOfParty: kit.Check = kit.choice({
    rule: "PARTY-0c",
    remedy: "Set role to BROKER, CUSTOMER or PROVIDER.",
    requiredBy: "PARTY-0a",
    by: "role",
    kinds: { BROKER: checkOfBrokerParty, CUSTOMER: checkOfCustomerParty, PROVIDER: checkOfProviderParty },
});
const checkOfMilestoneParties: kit.Check = kit.list({
    rule: "PARTY-0c",
    rules: { "x-check.notEmpty": "PARTY-0b", "x-check.partiesBalance": "PARTY-4a" },
    remedy: "Send the parties of a milestone as a list, even a single one.",
    tests: [kit.notEmpty, kit.partiesBalance({ CUSTOMER: "CUSTOMER", PROVIDER: "PROVIDER", BROKER: "BROKER" })],
    items: checkOfParty,
});
const checkOfAddPartiesRequest: kit.Check = kit.object({
    rule: "PARTY-0c",
    remedy: "Send mileStonesParties with a capital S and P, an object from milestone ID to the list of its parties.",
    properties: {
        mileStonesParties: kit.required(kit.map({
            rule: "PARTY-0c",
            rules: { "x-check.notEmpty": "PARTY-0b" },
            remedy: "Send an object whose keys are milestone IDs and whose values are lists of parties.",
            tests: [kit.notEmpty],
            values: checkOfMilestoneParties,
        }), "PARTY-0c"),
    },
});
const checkOfTicketRequest: kit.Check = kit.object({
    rule: "TICKET-1b",
    remedy: "Send grant_type, client_id, client_secret, login_hint and scope as form fields.",
    properties: {
        grant_type: kit.required(kit.fixed("urn:service:params:oauth:grant-type:customer-token-exchange", {
            rule: "TICKET-1b",
            remedy: "Set grant_type to urn:service:params:oauth:grant-type:customer-token-exchange, the only known value.",
        }), "TICKET-1a"),
        client_id: kit.required(kit.text({ rule: "TICKET-1b", remedy: "Send client_id once, as text." }), "TICKET-1a"),
        client_secret: kit.required(kit.text({ rule: "TICKET-1b", remedy: "Send client_secret once, as text." }), "TICKET-1a"),
        login_hint: kit.required(kit.text({
            rule: "TICKET-1b",
            remedy: "Send login_hint, the buyer's phone number, once and as text, with its plus sign as %2B.",
        }), "TICKET-1a"),
        scope: kit.required(kit.text({
            rule: "TICKET-1b",
            remedy: "Set scope to payment:<shortId>. The shortId is the segment after /external/ in the checkout URL.",
            pattern: /^payment:.+$/,
        }), "TICKET-1a"),
    },
});
const checkOfLegacySignUpRequest: kit.Check = kit.object({
    rule: "LEGACY-1c",
    remedy: "Send phoneNumber, firstName, lastName and clientUserId, all as text.",
    properties: {
        phoneNumber: kit.required(kit.text({
            rule: "LEGACY-1c",
            remedy: "Send phoneNumber, firstName, lastName and clientUserId, all as text.",
        }), "LEGACY-1a"),
        firstName: kit.required(kit.text({
            rule: "LEGACY-1c",
            remedy: "Send phoneNumber, firstName, lastName and clientUserId, all as text.",
        }), "LEGACY-1a"),
        lastName: kit.required(kit.text({
            rule: "LEGACY-1c",
            remedy: "Send phoneNumber, firstName, lastName and clientUserId, all as text.",
        }), "LEGACY-1a"),
        clientUserId: kit.required(kit.text({
            rule: "LEGACY-1c",
            remedy: "Send phoneNumber, firstName, lastName and clientUserId, all as text.",
        }), "LEGACY-1a"),
    },
});
const checkOfLinkUserRequest: kit.Check = kit.object({
    rule: "UAPI-1",
    remedy: "Send at least email, phone and name, all as text.",
    properties: {
        email: kit.required(kit.text({ rule: "UAPI-1", remedy: "Send email as text." }), "UAPI-1"),
        phone: kit.required(kit.text({
            rule: "UAPI-1",
            remedy: "Write the phone number in E.164 form, such as +9665XXXXXXXX, with a plus sign, no 0 after the country code, and digits 0-9.",
            tests: [kit.internationalPhone],
            pattern: /^\+[1-9]\d{1,14}$/,
            format: "e164-phone",
        }), "UAPI-1"),
        name: kit.required(kit.text({ rule: "UAPI-1", remedy: "Send name, the full name, as text." }), "UAPI-1"),
        metadata: kit.object({ rule: "UAPI-1", remedy: "Send metadata as an object, or leave it out." }),
    },
});
const checkOfUpdateUserRequest: kit.Check = kit.object({
    rule: "UAPI-3",
    remedy: "Send name, phone or metadata in an object.",
    properties: {
        name: kit.text({ rule: "UAPI-3", remedy: "Send name, the full name, as text." }),
        phone: kit.text({
            rule: "UAPI-3",
            remedy: "Write the phone number in E.164 form, such as +9665XXXXXXXX, with a plus sign, no 0 after the country code, and digits 0-9.",
            tests: [kit.internationalPhone],
            pattern: /^\+[1-9]\d{1,14}$/,
            format: "e164-phone",
        }),
        metadata: kit.object({ rule: "UAPI-3", remedy: "Send metadata as an object, or leave it out." }),
    },
});
/** The facts of the document that types cannot express. */
export const deployment: kit.DeploymentOf<EscrowDocument> = {
    operationTable: {
        registerCustomer: {
            method: "POST",
            host: "identity",
            template: "/realms/service/service-partner/customers",
            tokens: ["organization"],
            isRepeatable: true,
            body: kit.required(checkOfRegisterCustomerRequest),
            answer: { serviceUserId: "integer", userIdentification: "integer" },
        },
        addBankAccount: {
            method: "POST",
            host: "auth",
            template: "/api/users/external/{serviceUserId}/banks",
            tokens: ["organization"],
            path: {
                serviceUserId: kit.wholeNumber({
                    rule: "USER-1a",
                    remedy: "Put the serviceUserId from registering the customer into the path, a whole number.",
                }),
            },
            body: kit.required(checkOfBankAccount),
        },
        addAddress: {
            method: "POST",
            host: "auth",
            template: "/api/external/profiles/{serviceUserId}/addresses",
            tokens: ["organization"],
            path: {
                serviceUserId: kit.wholeNumber({
                    rule: "USER-1a",
                    remedy: "Put the serviceUserId from registering the customer into the path, a whole number.",
                }),
            },
            body: kit.required(checkOfAddress),
        },
        submitNationalId: {
            method: "PATCH",
            host: "auth",
            template: "/api/users/external/{userId}/national-id",
            tokens: ["legacyUser", "clientAdmin"],
            body: kit.required(checkOfNationalIdRequest),
        },
        validateOtp: {
            method: "POST",
            host: "auth",
            template: "/api/external/otps/validate",
            tokens: ["legacyUser", "clientAdmin"],
            body: kit.required(checkOfValidateOtpRequest),
            answer: { "data.valid": "boolean" },
        },
        createContract: {
            method: "POST",
            host: "contract",
            template: "/api/external/contracts",
            tokens: ["clientAdmin"],
            body: kit.required(checkOfParentContractRequest),
            answer: { "data.id": "string", "data.type": "string", "data.senderRole": "string", "data.status": "string" },
        },
        addMilestones: {
            method: "PATCH",
            host: "contract",
            template: "/api/external/contracts/{contractId}/milestones",
            tokens: ["clientAdmin"],
            body: kit.required(checkOfAddMilestonesRequest),
            answer: {
                "data.parentContractId": "string",
                "data.milestones": "array",
                "data.milestones[].id": "string",
                "data.milestones[].itemPrice": "number",
                "data.milestones[].fee": "number",
                "data.milestones[].feePercentage": "number",
                "data.milestones[].status": "string",
            },
        },
        addParties: {
            method: "PATCH",
            host: "contract",
            template: "/api/external/contracts/{contractId}/parties",
            tokens: ["clientAdmin"],
            body: kit.required(checkOfAddPartiesRequest),
        },
        startPayment: {
            method: "GET",
            host: "contract",
            template: "/api/external/contracts/startPayment/{milestoneId}/{clientId}",
            tokens: ["clientAdmin"],
            isRepeatable: true,
            query: kit.required(kit.object({
                properties: {
                    redirectUrl: kit.required(kit.text({
                        rule: "PAY-1d",
                        rules: { pattern: "PAY-1b" },
                        remedy: "Send redirectUrl, the absolute http or https URL that the buyer returns to, such as https://shop.example/return.",
                        pattern: /^[hH][tT][tT][pP][sS]?:\/\//,
                        format: "absolute-url",
                    }), "PAY-1a"),
                    paymentType: kit.required(kit.text({ rule: "PAY-1d", remedy: "Send paymentType. The only known value is PURCHASE." }), "PAY-1a"),
                },
            })),
            answer: { data: "string" },
            meaningfulFailures: [500],
        },
        requestTicket: {
            method: "POST",
            host: "identity",
            template: "/realms/service/protocol/openid-connect/token",
            tokens: [],
            encoding: "application/x-www-form-urlencoded",
            body: kit.required(checkOfTicketRequest),
            answer: { ticket: "string", expiresIn: "number" },
        },
        legacySignUp: {
            method: "POST",
            host: "auth",
            template: "/v2/api/users/sign-up",
            tokens: ["legacyApp"],
            body: kit.required(checkOfLegacySignUpRequest),
            answer: { "data.preExistingUser": "boolean", "data.clientUserToken": "string" },
        },
        legacyAddIban: {
            method: "POST",
            host: "legacy",
            template: "/api/users/{id}/IBAN",
            tokens: ["legacyUser"],
            body: kit.anything(),
        },
        legacyAddAddress: {
            method: "POST",
            host: "legacy",
            template: "/api/profiles/{id}/addresses",
            tokens: ["legacyUser"],
            body: kit.anything(),
        },
        linkUser: {
            method: "POST",
            host: "users",
            template: "/users/link",
            tokens: ["apiKey"],
            body: kit.required(checkOfLinkUserRequest),
            answer: {
                success: "boolean",
                "data.user_id": "string",
                "data.waffy_token": "string",
                "data.status": "string",
                "data.verification_required": "boolean",
                "data.created_at": "string",
                "meta.request_id": "string",
                "meta.timestamp": "string",
            },
        },
        getUser: {
            method: "GET",
            host: "users",
            template: "/users/{userId}",
            tokens: ["apiKey"],
            isRepeatable: true,
            answer: {
                success: "boolean",
                "data.user_id": "string",
                "data.email": "string",
                "data.phone": "string",
                "data.name": "string",
                "data.status": "string",
                "data.waffy_token": "string",
                "data.verification_status.email_verified": "boolean",
                "data.verification_status.phone_verified": "boolean",
                "data.verification_status.kyc_status": "string",
                "data.created_at": "string",
                "data.updated_at": "string",
                "meta.request_id": "string",
                "meta.timestamp": "string",
            },
        },
        updateUser: {
            method: "PUT",
            host: "users",
            template: "/users/{userId}",
            tokens: ["apiKey"],
            body: kit.required(checkOfUpdateUserRequest),
        },
        createGenericContract: { method: "POST", host: "users", template: "/contracts", tokens: ["apiKey"], body: kit.anything() },
        getGenericContract: {
            method: "GET",
            host: "users",
            template: "/contracts/{id}",
            tokens: ["apiKey"],
            isRepeatable: true,
        },
        updateGenericMilestone: {
            method: "PUT",
            host: "users",
            template: "/contracts/{id}/milestones/{milestoneId}",
            tokens: ["apiKey"],
            body: kit.anything(),
        },
        createPayment: { method: "POST", host: "users", template: "/payments", tokens: ["apiKey"], body: kit.anything() },
        createVirtualIban: {
            method: "POST",
            host: "users",
            template: "/payments/virtual-iban",
            tokens: ["apiKey"],
            body: kit.anything(),
        },
        getPayment: { method: "GET", host: "users", template: "/payments/{id}", tokens: ["apiKey"], isRepeatable: true },
        listWebhooks: { method: "GET", host: "users", template: "/webhooks", tokens: ["apiKey"], isRepeatable: true },
        createWebhook: { method: "POST", host: "users", template: "/webhooks", tokens: ["apiKey"], body: kit.anything() },
        deleteWebhook: { method: "DELETE", host: "users", template: "/webhooks/{id}", tokens: ["apiKey"] },
    },
    hostNames: ["contract", "auth", "identity", "users", "legacy"],
    tokenKinds: ["organization", "clientAdmin", "legacyUser", "legacyApp", "apiKey"],
    secretFields: ["otp", "client_secret", "ticket", "clientUserToken", "waffy_token", "userToken"],
    partyRoles: { CUSTOMER: "CUSTOMER", PROVIDER: "PROVIDER", BROKER: "BROKER" },
    amountUnit: "major",
    initialStatus: "CREATED",
    registeredPhone: kit.text({
        rule: "USER-1c",
        remedy: "Write the phone number in E.164 form, such as +9665XXXXXXXX, with a plus sign, no 0 after the country code, and digits 0-9.",
        tests: [kit.internationalPhone],
        pattern: /^\+[1-9]\d{1,14}$/,
        format: "e164-phone",
    }),
};
/** The types of the document. */
export interface EscrowDocument {
    operations: operations;
    paths: paths;
    components: components;
    /** The paths that each host serves. */
    hosts: {
        contract: Pick<paths, "/api/external/contracts" | "/api/external/contracts/{contractId}/milestones" | "/api/external/contracts/{contractId}/parties" | "/api/external/contracts/startPayment/{milestoneId}/{clientId}">;
        auth: Pick<paths, "/api/users/external/{serviceUserId}/banks" | "/api/external/profiles/{serviceUserId}/addresses" | "/api/users/external/{userId}/national-id" | "/api/external/otps/validate" | "/v2/api/users/sign-up">;
        identity: Pick<paths, "/realms/service/service-partner/customers" | "/realms/service/protocol/openid-connect/token">;
        users: Pick<paths, "/users/link" | "/users/{userId}" | "/contracts" | "/contracts/{id}" | "/contracts/{id}/milestones/{milestoneId}" | "/payments" | "/payments/virtual-iban" | "/payments/{id}" | "/webhooks" | "/webhooks/{id}">;
        legacy: Pick<paths, "/api/users/{id}/IBAN" | "/api/profiles/{id}/addresses">;
    };
    tokenKind: "organization" | "clientAdmin" | "legacyUser" | "legacyApp" | "apiKey";
    secretField: "otp" | "client_secret" | "ticket" | "clientUserToken" | "waffy_token" | "userToken";
}
/** The words and the basis of the rules that are checked before a call is sent, and of those that only the service checks. */
export const ruleTexts: kit.RuleTexts = {
    "AUTH-1a": { text: "A token of the wrong kind is refused with 403.", basis: "assumed" },
    "AUTH-1b": { text: "A call with a missing or unknown token is refused.", basis: "implied" },
    "AUTH-5a": {
        text: "A call for another client, or for another client's contract, is refused.",
        basis: "implied",
    },
    "AUTH-6a": { text: "Unknown client credentials are refused.", basis: "implied" },
    "AUTH-7a": {
        text: "A ticket is refused if it was used, has expired, was never issued or belongs to another user than the milestone's customer. An ended checkout session is refused too.",
        basis: "assumed",
    },
    "AUTH-8a": {
        text: "For the identity and OTP calls, a legacy user token works only for its own user.",
        basis: "assumed",
    },
    "USER-1a": { text: "The serviceUserId in a path must be a whole number.", basis: "implied" },
    "USER-1b": { text: "Registering a customer needs a phoneNumber.", basis: "assumed" },
    "USER-1c": { text: "A participant's phone number must be in E.164 form.", basis: "implied" },
    "USER-1d": {
        text: "A registration is refused if a field has the wrong type or phoneNumber is not in E.164 form.",
        basis: "implied",
    },
    "USER-5a": {
        text: "A CUSTOMER or PROVIDER whose phone number belongs to no linked user is refused.",
        basis: "implied",
    },
    "USER-5b": { text: "A phone number must be written exactly as it was registered.", basis: "assumed" },
    "USER-5c": {
        text: "A BROKER whose phone number belongs to no linked user is accepted as the organization's administrator.",
        basis: "assumed",
    },
    "BANK-1a": { text: "Every field of a bank account is required.", basis: "assumed" },
    "BANK-1b": { text: "A bank account with a field of the wrong type is refused.", basis: "implied" },
    "BANK-2": { text: "An iban must be SA and 22 digits.", basis: "stated" },
    "ADDR-1": {
        text: "An address must have addressLabel and countryCode. The fields street, district, city and postalCode are optional.",
        basis: "stated",
    },
    "ADDR-1a": { text: "An address with a field of the wrong type is refused.", basis: "implied" },
    "ID-1": {
        text: "In the identity call, nationalId must be a string of exactly 10 digits. The OTP goes to the phone registered with that identity.",
        basis: "stated",
    },
    "ID-1a": { text: "A nationalId that is missing or is not a string is refused.", basis: "implied" },
    "ID-2a": { text: "Every field of an OTP check is required.", basis: "assumed" },
    "ID-2b": {
        text: "An OTP check is refused if its type is unknown or a field has the wrong type.",
        basis: "implied",
    },
    "CONTRACT-1a": { text: "Every field of a contract is required.", basis: "assumed" },
    "CONTRACT-1b": { text: "An itemDetail must have both title and description.", basis: "assumed" },
    "CONTRACT-1c": {
        text: "A contract is refused if type, senderRole, itemPrice, serviceTermsAccepted or isParent has another value, or a field has the wrong type.",
        basis: "implied",
    },
    "MILESTONE-1a": { text: "Every field of a milestone is required.", basis: "assumed" },
    "MILESTONE-1b": { text: "A call must add at least one milestone.", basis: "implied" },
    "MILESTONE-1c": {
        text: "Milestones are refused if they are not a list, or if one has another type, another sender, a field of the wrong type or a deadline in another form.",
        basis: "implied",
    },
    "MILESTONE-3": {
        text: "A milestone with paymentMethods, isDeliverable or isInspectable is rejected.",
        basis: "stated",
    },
    "MILESTONE-4a": {
        text: "An amount, and the total of a milestone's parties, must be 0 to 100 billion with at most two decimals.",
        basis: "assumed",
    },
    "PARTY-0a": { text: "A party must have phoneNumber, role and amount.", basis: "implied" },
    "PARTY-0b": {
        text: "A call must add at least one party, and at least one to each milestone it names.",
        basis: "assumed",
    },
    "PARTY-0c": {
        text: "Parties are refused if they are not a map of lists, or if one has another role or a field of the wrong type.",
        basis: "implied",
    },
    "PARTY-1": { text: "A broker must be arbitrator and sender.", basis: "stated" },
    "PARTY-1a": { text: "A broker with a wrong or missing flag is refused.", basis: "implied" },
    "PARTY-2": { text: "A customer must be sender and not arbitrator.", basis: "stated" },
    "PARTY-2a": { text: "A customer with a wrong or missing flag is refused.", basis: "implied" },
    "PARTY-3": {
        text: "A provider must omit isSender: it defaults to false, and sending it is rejected.",
        basis: "stated",
    },
    "PARTY-4a": {
        text: "Parties are refused if the customer amounts differ from the sum of the broker and provider amounts.",
        basis: "implied",
    },
    "STATE-2a": { text: "A milestone's parties can be set once, while it is CREATED.", basis: "assumed" },
    "STATE-2b": { text: "A milestone without parties cannot be paid.", basis: "implied" },
    "STATE-3a": { text: "A payment cannot start before every invited party has accepted.", basis: "implied" },
    "STATE-4a": { text: "A milestone is paid, then cashes out, then completes.", basis: "implied" },
    "PAY-1a": { text: "Payment start needs both redirectUrl and paymentType.", basis: "assumed" },
    "PAY-1b": { text: "redirectUrl must be an http or https address.", basis: "assumed" },
    "PAY-1c": { text: "A milestone without a CUSTOMER cannot be paid.", basis: "implied" },
    "PAY-1d": {
        text: "A redirectUrl that is not an absolute URL is refused. So is a repeated parameter.",
        basis: "implied",
    },
    "TICKET-1a": { text: "Every field of the ticket form is required.", basis: "implied" },
    "TICKET-1b": {
        text: "A ticket form with another grant_type, a scope in another form or a repeated field is refused.",
        basis: "implied",
    },
    "HOOK-3a": { text: "An answer with a 2xx status other than 200 fails the delivery.", basis: "implied" },
    "UAPI-1": {
        text: "Linking a user needs email, phone in E.164 form and name; metadata is optional. The call returns success, data and meta. IDs look like usr_\u2026.",
        basis: "stated",
    },
    "UAPI-3": {
        text: "Updating a user accepts name, phone and metadata. The answer is not shown.",
        basis: "stated",
    },
    "UAPI-3a": { text: "A phone number belongs to one user.", basis: "assumed" },
    "UAPI-6a": { text: "A Users API request over the limit is refused with 429.", basis: "assumed" },
    "LEGACY-1a": { text: "Every field of a legacy sign-up is required.", basis: "assumed" },
    "LEGACY-1b": { text: "The phoneNumber of a legacy sign-up must be in E.164 form.", basis: "assumed" },
    "LEGACY-1c": { text: "A legacy sign-up with a field of the wrong type is refused.", basis: "implied" },
    "ERR-1a": {
        text: "A request can have at most 1 MiB, 64 levels and 20,000 values, no NUL and no lone surrogate. An ID can have at most 200 characters.",
        basis: "assumed",
    },
    "ERR-1b": {
        text: "A call that names something that does not exist is refused with 404, except payment start and the ticket call.",
        basis: "assumed",
    },
    "ERR-1c": {
        text: "A body in another media type than the documented one is refused with 415.",
        basis: "assumed",
    },
    "ERR-1d": {
        text: "Malformed JSON or an incomplete body is refused with 400, an unknown path with 404, another method with 405 and a foreign host with 403.",
        basis: "assumed",
    },
};
/** The ID of a rule of the service, as `spec/rules.md` lists them. */
export type RuleId = "AUTH-1" | "AUTH-1a" | "AUTH-1b" | "AUTH-2" | "AUTH-3" | "AUTH-4" | "AUTH-5" | "AUTH-5a" | "AUTH-5b" | "AUTH-6" | "AUTH-6a" | "AUTH-7" | "AUTH-7a" | "AUTH-8" | "AUTH-8a" | "AUTH-9" | "AUTH-10" | "AUTH-11" | "AUTH-12" | "AUTH-13" | "USER-1" | "USER-1a" | "USER-1b" | "USER-1c" | "USER-1d" | "USER-2" | "USER-2a" | "USER-3" | "USER-4" | "USER-5" | "USER-5a" | "USER-5b" | "USER-5c" | "BANK-1" | "BANK-1a" | "BANK-1b" | "BANK-2" | "BANK-3" | "ADDR-1" | "ADDR-1a" | "ADDR-2" | "ID-1" | "ID-1a" | "ID-1b" | "ID-2" | "ID-2a" | "ID-2b" | "ID-2c" | "CONTRACT-1" | "CONTRACT-1a" | "CONTRACT-1b" | "CONTRACT-1c" | "CONTRACT-2" | "CONTRACT-3" | "MILESTONE-1" | "MILESTONE-1a" | "MILESTONE-1b" | "MILESTONE-1c" | "MILESTONE-2" | "MILESTONE-2a" | "MILESTONE-3" | "MILESTONE-4" | "MILESTONE-4a" | "PARTY-0" | "PARTY-0a" | "PARTY-0b" | "PARTY-0c" | "PARTY-1" | "PARTY-1a" | "PARTY-2" | "PARTY-2a" | "PARTY-3" | "PARTY-4" | "PARTY-4a" | "STATE-1" | "STATE-2" | "STATE-2a" | "STATE-2b" | "STATE-3" | "STATE-3a" | "STATE-4" | "STATE-4a" | "STATE-5" | "PAY-1" | "PAY-1a" | "PAY-1b" | "PAY-1c" | "PAY-1d" | "PAY-2" | "PAY-3" | "PAY-3a" | "PAY-4" | "TICKET-1" | "TICKET-1a" | "TICKET-1b" | "TICKET-2" | "TICKET-3" | "TICKET-4" | "TICKET-5" | "TICKET-6" | "CHECKOUT-1" | "CHECKOUT-2" | "CHECKOUT-3" | "HOOK-1" | "HOOK-2" | "HOOK-3" | "HOOK-3a" | "HOOK-4" | "HOOK-5" | "HOOK-6" | "HOOK-7" | "HOOK-8" | "UAPI-1" | "UAPI-2" | "UAPI-2a" | "UAPI-3" | "UAPI-3a" | "UAPI-3b" | "UAPI-4" | "UAPI-5" | "UAPI-6" | "UAPI-6a" | "UAPI-7" | "LEGACY-1" | "LEGACY-1a" | "LEGACY-1b" | "LEGACY-1c" | "LEGACY-2" | "LEGACY-3" | "LEGACY-3a" | "LEGACY-4" | "ERR-1" | "ERR-1a" | "ERR-1b" | "ERR-1c" | "ERR-1d" | "LIMIT-1" | "VERSION-1";
