import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Problem } from '../ui/notice.tsx';
import { Page, Section, Toolbar } from '../ui/page.tsx';
import { useMove } from '../ui/use-move.ts';
import { CheckoutSession } from './checkout-session.tsx';

/** Walks through the checkout as the buyer, step by step, without the checkout page. */
export function CheckoutPage(): ReactNode {
  const [checkoutUrl, setCheckoutUrl] = useState('');
  const open = useMove((control) => control.openCheckout(checkoutUrl.trim()));
  return (
    <Page
      title="Checkout"
      intro="Try the address that your backend redirects the buyer to. You see whether the ticket is valid, and can answer and pay as the buyer."
    >
      <Form onSubmit={open.run}>
        <TextArea
          label="Checkout URL"
          required
          maxLength={8192}
          help={
            <>
              With <code>&amp;ticket=…</code> appended, or <code>&amp;userTokenUrl=…</code> for the legacy way. A ticket
              opens it once.
            </>
          }
          value={checkoutUrl}
          onValue={setCheckoutUrl}
        />
        <Toolbar>
          <Button type="submit" tone="primary" isBusy={open.isRunning}>
            Open as the buyer
          </Button>
        </Toolbar>
        <Problem error={open.error} title="The checkout does not open" />
      </Form>
      {open.result && (
        <Section title="The buyer's session">
          <CheckoutSession key={open.result.session} checkout={open.result} />
        </Section>
      )}
    </Page>
  );
}
