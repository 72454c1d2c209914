#!/bin/sh
# The main job of the Escrow Contract Service with curl and jq. Written from the OpenAPI document by `pnpm generate`.
#
# It registers a buyer, a seller and the organization's administrator, opens a contract with one milestone, and prints the address
# of the checkout for the buyer's browser. As it is, it runs against the sandbox of escrow-kit on http://127.0.0.1:4020. For
# another deployment, set all of these variables in the environment; names are in the bodies below.
#
#   IDENTITY_URL         The identity host.
#   AUTH_URL             The auth host.
#   CONTRACT_URL         The contract host.
#   ORGANIZATION_TOKEN   The organization token.
#   CLIENT_ADMIN_TOKEN   The client admin token.
#   CLIENT_ID            The client that the client admin token was issued for.
#   BUYER_PHONE          The buyer's phone.
#   SELLER_PHONE         The seller's phone.
#   ADMINISTRATOR_PHONE  The phone of the organization's administrator.
#   SELLER_IBAN          The seller's IBAN.
#   SELLER_NATIONAL_ID   The seller's national identity number.
#   REDIRECT_URL         Where the buyer returns to.
#   CLIENT_SECRET        The secret of that client.
#
# curl reads tokens and the secret from files that only it has open, so no list of processes shows them.
set -eu

for tool in curl jq; do
  command -v "$tool" >/dev/null || { echo "This script needs $tool: install it and run the script again." >&2; exit 1; }
done

# Without an address, everything is the sandbox's.
if [ -z "${IDENTITY_URL-}${AUTH_URL-}${CONTRACT_URL-}" ]; then
  : "${IDENTITY_URL:=http://127.0.0.1:4020}"
  : "${AUTH_URL:=http://127.0.0.1:4020}"
  : "${CONTRACT_URL:=http://127.0.0.1:4020}"
  : "${ORGANIZATION_TOKEN:=org_sandbox}"
  : "${CLIENT_ADMIN_TOKEN:=adm_sandbox}"
  : "${CLIENT_ID:=sandbox-client}"
  : "${BUYER_PHONE:=+966500000001}"
  : "${SELLER_PHONE:=+966500000002}"
  : "${ADMINISTRATOR_PHONE:=+966500000003}"
  : "${SELLER_IBAN:=SA0000000000000000000001}"
  : "${SELLER_NATIONAL_ID:=1000000001}"
  : "${REDIRECT_URL:=https://shop.example/return}"
  : "${CLIENT_SECRET:=sandbox-secret}"
fi
: "${IDENTITY_URL:?Set it: The identity host.}"
: "${AUTH_URL:?Set it: The auth host.}"
: "${CONTRACT_URL:?Set it: The contract host.}"
: "${ORGANIZATION_TOKEN:?Set it: The organization token.}"
: "${CLIENT_ADMIN_TOKEN:?Set it: The client admin token.}"
: "${CLIENT_ID:?Set it: The client that the client admin token was issued for.}"
: "${BUYER_PHONE:?Set it: The buyer’s phone.}"
: "${SELLER_PHONE:?Set it: The seller’s phone.}"
: "${ADMINISTRATOR_PHONE:?Set it: The phone of the organization’s administrator.}"
: "${SELLER_IBAN:?Set it: The seller’s IBAN.}"
: "${SELLER_NATIONAL_ID:?Set it: The seller’s national identity number.}"
: "${REDIRECT_URL:?Set it: Where the buyer returns to.}"
: "${CLIENT_SECRET:?Set it: The secret of that client.}"


# request METHOD URL TOKEN [MEDIA_TYPE]: sends stdin as the body and prints the answer. Stops the script if the call is refused.
request() {
  response=$(curl --silent --show-error --globoff --max-time 60 --request "$1" --header @/dev/fd/3 --data @- --write-out '\n%{http_code}' "$2" 3<<HEADERS
Accept: application/json
Content-Type: ${4:-application/json}
${3:+Authorization: Bearer $3}
HEADERS
  ) || { echo "$1 $2 got no answer." >&2; exit 1; }
  status=${response##*
}
  body=${response%
*}
  case $status in
    2??) printf '%s\n' "$body" ;;
    *) printf '%s\n' "$1 ${2%%\?*} was refused with $status:" "$body" >&2; exit 1 ;;
  esac
}

# field FILTER: prints a field of the last answer, which has to be text or a number. Stops the script otherwise.
field() {
  value=$(printf '%s\n' "$answer" | jq --raw-output "$1 | strings, numbers" 2>/dev/null || true)
  [ -n "$value" ] || { echo "The answer has no $1." >&2; exit 1; }
  printf '%s\n' "$value"
}

# text TEXT: prints it as text of JSON.
text() {
  printf '%s' "$1" | jq --raw-input --slurp .
}

# encode TEXT: prints the text URL-encoded, for a query or a form.
encode() {
  printf '%s' "$1" | jq --raw-input --slurp --raw-output @uri
}


echo "Register the buyer"
answer=$(request POST "${IDENTITY_URL%/}/realms/service/service-partner/customers" "$ORGANIZATION_TOKEN" <<JSON
{
  "phoneNumber": $(text "${BUYER_PHONE}"),
  "firstName": "Example",
  "lastName": "Buyer"
}
JSON
)

echo "Register the seller"
answer=$(request POST "${IDENTITY_URL%/}/realms/service/service-partner/customers" "$ORGANIZATION_TOKEN" <<JSON
{
  "phoneNumber": $(text "${SELLER_PHONE}"),
  "firstName": "Example",
  "lastName": "Seller"
}
JSON
)
SELLER_ID=$(field '.serviceUserId')

echo "Add the seller's bank account"
answer=$(request POST "${AUTH_URL%/}/api/users/external/$(encode "${SELLER_ID}")/banks" "$ORGANIZATION_TOKEN" <<JSON
{
  "iban": $(text "${SELLER_IBAN}"),
  "currency": "SAR",
  "beneficiaryName": "Example Seller",
  "nationalId": $(text "${SELLER_NATIONAL_ID}")
}
JSON
)

echo "Add the seller's address"
answer=$(request POST "${AUTH_URL%/}/api/external/profiles/$(encode "${SELLER_ID}")/addresses" "$ORGANIZATION_TOKEN" <<JSON
{
  "addressLabel": "WORK",
  "countryCode": "SA",
  "street": "Example Street 1",
  "district": "Example District",
  "city": "Example City",
  "postalCode": "00001"
}
JSON
)

echo "Register the administrator"
answer=$(request POST "${IDENTITY_URL%/}/realms/service/service-partner/customers" "$ORGANIZATION_TOKEN" <<JSON
{
  "phoneNumber": $(text "${ADMINISTRATOR_PHONE}"),
  "firstName": "Example",
  "lastName": "Administrator"
}
JSON
)

echo "Create the contract"
answer=$(request POST "${CONTRACT_URL%/}/api/external/contracts" "$CLIENT_ADMIN_TOKEN" <<JSON
{
  "type": "COMPLEX_CONTRACT",
  "senderRole": "BROKER",
  "contractClassification": "BASIC",
  "currency": "SAR",
  "itemPrice": 0,
  "itemDetail": {
    "title": "Example item",
    "description": "An item made up for this example"
  },
  "returnPolicy": "NO_RETURN",
  "returnFeePayee": "PROVIDER",
  "serviceTermsAccepted": true,
  "isParent": true
}
JSON
)
CONTRACT_ID=$(field '.data.id')

echo "Add a milestone"
answer=$(request PATCH "${CONTRACT_URL%/}/api/external/contracts/$(encode "${CONTRACT_ID}")/milestones" "$CLIENT_ADMIN_TOKEN" <<JSON
{
  "milestones": [
    {
      "type": "MILESTONE_CONTRACT",
      "senderRole": "BROKER",
      "itemDetail": {
        "title": "Example item",
        "description": "An item made up for this example"
      },
      "itemPrice": 1000,
      "currency": "SAR",
      "returnPolicy": "NO_RETURN",
      "returnFeePayee": "PROVIDER",
      "deadLine": "2030-01-01T00:00:00Z",
      "serviceTermsAccepted": true
    }
  ]
}
JSON
)
MILESTONE_ID=$(field '.data.milestones[0].id')

echo "Add the parties of the milestone"
answer=$(request PATCH "${CONTRACT_URL%/}/api/external/contracts/$(encode "${CONTRACT_ID}")/parties" "$CLIENT_ADMIN_TOKEN" <<JSON
{
  "mileStonesParties": {
    $(text "${MILESTONE_ID}"): [
      {
        "phoneNumber": $(text "${BUYER_PHONE}"),
        "role": "CUSTOMER",
        "amount": 1000,
        "arbitrator": false,
        "isSender": true
      },
      {
        "phoneNumber": $(text "${SELLER_PHONE}"),
        "role": "PROVIDER",
        "amount": 950,
        "arbitrator": false
      },
      {
        "phoneNumber": $(text "${ADMINISTRATOR_PHONE}"),
        "role": "BROKER",
        "amount": 50,
        "arbitrator": true,
        "isSender": true
      }
    ]
  }
}
JSON
)

echo "Start the payment"
answer=$(request GET "${CONTRACT_URL%/}/api/external/contracts/startPayment/$(encode "${MILESTONE_ID}")/$(encode "${CLIENT_ID}")?redirectUrl=$(encode "${REDIRECT_URL}")&paymentType=$(encode "PURCHASE")" "$CLIENT_ADMIN_TOKEN" </dev/null)
CHECKOUT_URL=$(field '.data')
# The segment after /external/ identifies the payment.
SHORT_ID=${CHECKOUT_URL#*/external/}
SHORT_ID=${SHORT_ID%%[/?#]*}
case $CHECKOUT_URL in
  http*/external/"$SHORT_ID"*) [ -n "$SHORT_ID" ] ;;
  *) false ;;
esac || { echo "The answer has no address of a checkout." >&2; exit 1; }

echo "Request a ticket"
answer=$(request POST "${IDENTITY_URL%/}/realms/service/protocol/openid-connect/token" "" application/x-www-form-urlencoded <<FORM
grant_type=$(encode "urn:service:params:oauth:grant-type:customer-token-exchange")&client_id=$(encode "${CLIENT_ID}")&client_secret=$(encode "${CLIENT_SECRET}")&login_hint=$(encode "${BUYER_PHONE}")&scope=$(encode "payment:${SHORT_ID}")
FORM
)
TICKET=$(field '.ticket')

echo
echo 'The buyer opens this address, consents and pays. It signs the buyer in: do not store or share it.'
echo "$CHECKOUT_URL&ticket=$(encode "$TICKET")"
