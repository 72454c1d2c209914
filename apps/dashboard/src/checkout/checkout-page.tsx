import { type ReactNode, useState } from 'react';
import { controlOf } from '../api/control.ts';
import { useTenantId } from '../api/use-tenant-state.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { Problem } from '../ui/notice.tsx';
import { Card, Page, Section } from '../ui/page.tsx';
import { useMove } from '../ui/use-move.ts';
import { CheckoutSession } from './checkout-session.tsx';

/** Walks through the checkout as the buyer, step by step, without the checkout page. */
export function CheckoutPage(): ReactNode {
  const tenant = useTenantId();
  const [checkoutUrl, setCheckoutUrl] = useState('');
  const open = useMove((url: string) => controlOf(tenant).openCheckout(url.trim()));
  return (
    <Page
      title="Checkout"
      intro="Try the address that your backend redirects the buyer to. You see whether the ticket is valid, and can answer and pay as the buyer."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          open.run(checkoutUrl);
        }}
      >
        <Card>
          <TextArea
            label="Checkout URL"
            rows={3}
            required
            maxLength={8192}
            help={
              <>
                With <code>&amp;ticket=…</code> appended, or <code>&amp;userTokenUrl=…</code> for the legacy way. A
                ticket opens it once.
              </>
            }
            value={checkoutUrl}
            onChange={({ target }) => setCheckoutUrl(target.value)}
          />
          <div>
            <Button type="submit" tone="primary" isBusy={open.isRunning}>
              Open as the buyer
            </Button>
          </div>
          <Problem error={open.error} title="The checkout does not open" />
        </Card>
      </form>
      {open.result && (
        <Section title="The buyer's session">
          <CheckoutSession key={open.result.session} checkout={open.result} />
        </Section>
      )}
    </Page>
  );
}
