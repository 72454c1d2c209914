// Generated from spec/openapi.bundle.json by `pnpm generate`. Not to be edited.

import type { RequestSchema } from '../rules/request-schema.ts';
import type { Operation } from '../transport/operation.ts';
import type { operations as OperationTypes } from './schema.ts';

/** What the types of an operation do not hold, by operation id. */
export const operationTable: Readonly<Record<keyof OperationTypes, Operation>> = {
  registerCustomer: {
    method: "POST",
    host: "identity",
    template: "/realms/service/service-partner/customers",
    tokens: [
      "organization"
    ],
    retry: "repeatable",
    body: "RegisterCustomerRequest"
  },
  addBankAccount: {
    method: "POST",
    host: "auth",
    template: "/api/users/external/{serviceUserId}/banks",
    tokens: [
      "organization"
    ],
    retry: "write",
    body: "BankAccount",
    path: {
      type: "object",
      properties: {
        serviceUserId: {
          type: "integer"
        }
      }
    },
    isAnswerOpen: true
  },
  addAddress: {
    method: "POST",
    host: "auth",
    template: "/api/external/profiles/{serviceUserId}/addresses",
    tokens: [
      "organization"
    ],
    retry: "write",
    body: "Address",
    path: {
      type: "object",
      properties: {
        serviceUserId: {
          type: "integer"
        }
      }
    },
    isAnswerOpen: true
  },
  submitNationalId: {
    method: "PATCH",
    host: "auth",
    template: "/api/users/external/{userId}/national-id",
    tokens: [
      "legacyUser",
      "clientAdmin"
    ],
    retry: "write",
    body: "NationalIdRequest",
    isAnswerOpen: true
  },
  validateOtp: {
    method: "POST",
    host: "auth",
    template: "/api/external/otps/validate",
    tokens: [
      "legacyUser",
      "clientAdmin"
    ],
    retry: "write",
    body: "ValidateOtpRequest"
  },
  createContract: {
    method: "POST",
    host: "contract",
    template: "/api/external/contracts",
    tokens: [
      "clientAdmin"
    ],
    retry: "write",
    body: "ParentContractRequest"
  },
  addMilestones: {
    method: "PATCH",
    host: "contract",
    template: "/api/external/contracts/{contractId}/milestones",
    tokens: [
      "clientAdmin"
    ],
    retry: "write",
    body: "AddMilestonesRequest"
  },
  addParties: {
    method: "PATCH",
    host: "contract",
    template: "/api/external/contracts/{contractId}/parties",
    tokens: [
      "clientAdmin"
    ],
    retry: "write",
    body: "AddPartiesRequest",
    isAnswerOpen: true
  },
  startPayment: {
    method: "GET",
    host: "contract",
    template: "/api/external/contracts/startPayment/{milestoneId}/{clientId}",
    tokens: [
      "clientAdmin"
    ],
    retry: "read",
    query: {
      type: "object",
      properties: {
        redirectUrl: {
          format: "uri",
          rule: "PAY-1",
          remedy: "Send redirectUrl, the absolute URL that the buyer returns to."
        },
        paymentType: {
          rule: "PAY-1"
        }
      }
    },
    meaningful: [
      500
    ]
  },
  requestTicket: {
    method: "POST",
    host: "identity",
    template: "/realms/service/protocol/openid-connect/token",
    tokens: [],
    retry: "write",
    body: "TicketRequest",
    encoding: "x-www-form-urlencoded"
  },
  legacySignUp: {
    method: "POST",
    host: "auth",
    template: "/v2/api/users/sign-up",
    tokens: [
      "legacyApp"
    ],
    retry: "write",
    body: "LegacySignUpRequest",
    replacedBy: "registerCustomer"
  },
  legacyAddIban: {
    method: "POST",
    host: "legacy",
    template: "/api/users/{id}/IBAN",
    tokens: [
      "legacyUser"
    ],
    retry: "write",
    body: "LegacyAddIbanRequest",
    isAnswerOpen: true,
    replacedBy: "addBankAccount"
  },
  legacyAddAddress: {
    method: "POST",
    host: "legacy",
    template: "/api/profiles/{id}/addresses",
    tokens: [
      "legacyUser"
    ],
    retry: "write",
    body: "LegacyAddAddressRequest",
    isAnswerOpen: true,
    replacedBy: "addAddress"
  },
  linkUser: {
    method: "POST",
    host: "users",
    template: "/users/link",
    tokens: [
      "apiKey"
    ],
    retry: "write",
    body: "LinkUserRequest"
  },
  getUser: {
    method: "GET",
    host: "users",
    template: "/users/{userId}",
    tokens: [
      "apiKey"
    ],
    retry: "read"
  },
  updateUser: {
    method: "PUT",
    host: "users",
    template: "/users/{userId}",
    tokens: [
      "apiKey"
    ],
    retry: "write",
    body: "UpdateUserRequest",
    isAnswerOpen: true
  },
  createGenericContract: {
    method: "POST",
    host: "users",
    template: "/contracts",
    tokens: [
      "apiKey"
    ],
    retry: "write",
    body: "CreateGenericContractRequest",
    isAnswerOpen: true
  },
  getGenericContract: {
    method: "GET",
    host: "users",
    template: "/contracts/{id}",
    tokens: [
      "apiKey"
    ],
    retry: "read",
    isAnswerOpen: true
  },
  updateGenericMilestone: {
    method: "PUT",
    host: "users",
    template: "/contracts/{id}/milestones/{milestoneId}",
    tokens: [
      "apiKey"
    ],
    retry: "write",
    body: "UpdateGenericMilestoneRequest",
    isAnswerOpen: true
  },
  createPayment: {
    method: "POST",
    host: "users",
    template: "/payments",
    tokens: [
      "apiKey"
    ],
    retry: "write",
    body: "CreatePaymentRequest",
    isAnswerOpen: true
  },
  createVirtualIban: {
    method: "POST",
    host: "users",
    template: "/payments/virtual-iban",
    tokens: [
      "apiKey"
    ],
    retry: "write",
    body: "CreateVirtualIbanRequest",
    isAnswerOpen: true
  },
  getPayment: {
    method: "GET",
    host: "users",
    template: "/payments/{id}",
    tokens: [
      "apiKey"
    ],
    retry: "read",
    isAnswerOpen: true
  },
  listWebhooks: {
    method: "GET",
    host: "users",
    template: "/webhooks",
    tokens: [
      "apiKey"
    ],
    retry: "read",
    isAnswerOpen: true
  },
  createWebhook: {
    method: "POST",
    host: "users",
    template: "/webhooks",
    tokens: [
      "apiKey"
    ],
    retry: "write",
    body: "CreateWebhookRequest",
    isAnswerOpen: true
  },
  deleteWebhook: {
    method: "DELETE",
    host: "users",
    template: "/webhooks/{id}",
    tokens: [
      "apiKey"
    ],
    retry: "write",
    isAnswerOpen: true
  }
};

/** The schemas of request bodies, by their name in the document. */
export const requestSchemas: Readonly<Record<string, RequestSchema>> = {
  RegisterCustomerRequest: {
    type: "object",
    properties: {
      phoneNumber: {
        ref: "PhoneNumber"
      },
      firstName: {},
      lastName: {}
    },
    optional: [
      "phoneNumber",
      "firstName",
      "lastName"
    ],
    rule: "USER-1"
  },
  PhoneNumber: {
    pattern: "^\\+[1-9]\\d{1,14}$",
    remedy: "Write the phone number in E.164 form, a plus sign and then only digits with the country code first, such as +966500000001."
  },
  BankAccount: {
    type: "object",
    properties: {
      iban: {
        pattern: "^SA\\d{22}$",
        rule: "BANK-2",
        remedy: "Write the Saudi IBAN as SA followed by 22 digits, without spaces."
      },
      currency: {
        ref: "Currency"
      },
      beneficiaryName: {},
      nationalId: {}
    },
    rule: "BANK-1"
  },
  Currency: {},
  Address: {
    type: "object",
    properties: {
      addressLabel: {},
      countryCode: {},
      street: {},
      district: {},
      city: {},
      postalCode: {}
    },
    optional: [
      "street",
      "district",
      "city",
      "postalCode"
    ],
    rule: "ADDR-1"
  },
  NationalIdRequest: {
    type: "object",
    properties: {
      nationalId: {
        pattern: "^\\d{10}$",
        remedy: "Write nationalId as exactly 10 digits in quotes, without spaces."
      }
    },
    rule: "ID-1"
  },
  ValidateOtpRequest: {
    type: "object",
    properties: {
      type: {
        enum: [
          "SERVICE_OTP",
          "NATIONAL_ID_OTP"
        ],
        remedy: "Set type to SERVICE_OTP or NATIONAL_ID_OTP."
      },
      phoneNumber: {},
      otp: {
        type: "number"
      }
    },
    rule: "ID-2"
  },
  ParentContractRequest: {
    type: "object",
    properties: {
      type: {
        enum: [
          "COMPLEX_CONTRACT"
        ],
        fixed: true
      },
      senderRole: {
        enum: [
          "BROKER"
        ],
        fixed: true
      },
      contractClassification: {},
      currency: {
        ref: "Currency"
      },
      itemPrice: {
        type: "number",
        enum: [
          0
        ],
        fixed: true
      },
      itemDetail: {
        ref: "ItemDetail"
      },
      returnPolicy: {},
      returnFeePayee: {},
      serviceTermsAccepted: {
        type: "boolean",
        enum: [
          true
        ],
        remedy: "Set serviceTermsAccepted to true to accept the terms of the service, a parent needs that."
      },
      isParent: {
        type: "boolean",
        enum: [
          true
        ],
        fixed: true
      }
    },
    rule: "CONTRACT-1"
  },
  ItemDetail: {
    type: "object",
    properties: {
      title: {},
      description: {}
    }
  },
  AddMilestonesRequest: {
    type: "object",
    properties: {
      milestones: {
        type: "array",
        items: {
          ref: "MilestoneRequest"
        }
      }
    },
    rule: "MILESTONE-1"
  },
  MilestoneRequest: {
    type: "object",
    properties: {
      type: {
        enum: [
          "MILESTONE_CONTRACT"
        ],
        fixed: true
      },
      senderRole: {
        enum: [
          "BROKER"
        ],
        fixed: true
      },
      itemDetail: {
        ref: "ItemDetail"
      },
      itemPrice: {
        type: "number"
      },
      currency: {
        ref: "Currency"
      },
      returnPolicy: {},
      returnFeePayee: {},
      deadLine: {
        format: "date-time",
        pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$",
        remedy: "Write deadLine as an ISO 8601 timestamp in UTC, with seconds and ending in Z, such as 2030-01-01T00:00:00Z."
      },
      serviceTermsAccepted: {
        type: "boolean"
      },
      paymentMethods: {
        forbidden: true,
        rule: "MILESTONE-3",
        remedy: "Remove paymentMethods, they are set for the organization at onboarding."
      },
      isDeliverable: {
        forbidden: true,
        rule: "MILESTONE-3",
        remedy: "Remove isDeliverable, delivery is set for the organization at onboarding."
      },
      isInspectable: {
        forbidden: true,
        rule: "MILESTONE-3",
        remedy: "Remove isInspectable, inspection is set for the organization at onboarding."
      }
    },
    optional: [
      "paymentMethods",
      "isDeliverable",
      "isInspectable"
    ],
    rule: "MILESTONE-1"
  },
  AddPartiesRequest: {
    type: "object",
    properties: {
      mileStonesParties: {
        type: "object",
        values: {
          type: "array",
          items: {
            ref: "Party"
          }
        }
      }
    },
    rule: "PARTY-0"
  },
  Party: {
    by: "role",
    branches: {
      BROKER: "BrokerParty",
      CUSTOMER: "CustomerParty",
      PROVIDER: "ProviderParty"
    },
    rule: "PARTY-0"
  },
  BrokerParty: {
    type: "object",
    properties: {
      phoneNumber: {
        ref: "PartyPhoneNumber"
      },
      role: {
        enum: [
          "BROKER"
        ]
      },
      amount: {
        ref: "PartyAmount"
      },
      arbitrator: {
        type: "boolean",
        enum: [
          true
        ],
        fixed: true,
        rule: "PARTY-1"
      },
      isSender: {
        type: "boolean",
        enum: [
          true
        ],
        fixed: true,
        rule: "PARTY-1"
      }
    },
    rule: "PARTY-0"
  },
  PartyPhoneNumber: {
    rule: "PARTY-0"
  },
  PartyAmount: {
    type: "number",
    rule: "PARTY-0"
  },
  CustomerParty: {
    type: "object",
    properties: {
      phoneNumber: {
        ref: "PartyPhoneNumber"
      },
      role: {
        enum: [
          "CUSTOMER"
        ]
      },
      amount: {
        ref: "PartyAmount"
      },
      arbitrator: {
        type: "boolean",
        enum: [
          false
        ],
        fixed: true,
        rule: "PARTY-2"
      },
      isSender: {
        type: "boolean",
        enum: [
          true
        ],
        fixed: true,
        rule: "PARTY-2"
      }
    },
    rule: "PARTY-0"
  },
  ProviderParty: {
    type: "object",
    properties: {
      phoneNumber: {
        ref: "PartyPhoneNumber"
      },
      role: {
        enum: [
          "PROVIDER"
        ]
      },
      amount: {
        ref: "PartyAmount"
      },
      arbitrator: {
        type: "boolean"
      },
      isSender: {
        forbidden: true,
        rule: "PARTY-3",
        remedy: "Remove isSender from the provider, either value is refused."
      }
    },
    optional: [
      "arbitrator",
      "isSender"
    ],
    rule: "PARTY-0"
  },
  TicketRequest: {
    type: "object",
    properties: {
      grant_type: {
        enum: [
          "urn:service:params:oauth:grant-type:customer-token-exchange"
        ],
        fixed: true
      },
      client_id: {},
      client_secret: {},
      login_hint: {},
      scope: {
        pattern: "^payment:.+$",
        remedy: "Set scope to payment:<shortId>, the shortId being the segment after /external/ in the checkout URL."
      }
    },
    rule: "TICKET-1"
  },
  LegacySignUpRequest: {
    type: "object",
    properties: {
      phoneNumber: {},
      firstName: {},
      lastName: {},
      clientUserId: {}
    },
    rule: "LEGACY-1"
  },
  LegacyAddIbanRequest: {
    type: "object",
    rule: "LEGACY-3"
  },
  LegacyAddAddressRequest: {
    type: "object",
    rule: "LEGACY-3"
  },
  LinkUserRequest: {
    type: "object",
    properties: {
      email: {},
      phone: {
        ref: "PhoneNumber"
      },
      name: {},
      metadata: {
        ref: "Metadata"
      }
    },
    optional: [
      "metadata"
    ],
    rule: "UAPI-1"
  },
  Metadata: {
    type: "object"
  },
  UpdateUserRequest: {
    type: "object",
    properties: {
      name: {},
      phone: {
        ref: "PhoneNumber"
      },
      metadata: {
        ref: "Metadata"
      }
    },
    optional: [
      "name",
      "phone",
      "metadata"
    ],
    rule: "UAPI-3"
  },
  CreateGenericContractRequest: {
    type: "object",
    rule: "UAPI-7"
  },
  UpdateGenericMilestoneRequest: {
    type: "object",
    rule: "UAPI-7"
  },
  CreatePaymentRequest: {
    type: "object",
    rule: "UAPI-7"
  },
  CreateVirtualIbanRequest: {
    type: "object",
    rule: "UAPI-7"
  },
  CreateWebhookRequest: {
    type: "object",
    rule: "UAPI-7"
  }
};

/** The properties of answers that hold a token or a password. */
export type SecretField = 'ticket' | 'clientUserToken' | 'waffy_token';
export const secretFields: readonly string[] = [
  "ticket",
  "clientUserToken",
  "waffy_token"
];
