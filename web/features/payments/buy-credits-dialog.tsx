/** Lets the customer choose a package or enter an amount (spec section 2, "Buy-credits modal"). */
import { Badge, Button, chakra, Flex, Grid, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { useState, type SubmitEvent } from 'react';
import { purchaseRules } from '#contracts/payments/purchase-rules.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { messagesNow } from '#web/lib/messages.ts';
import { creditsText } from '#web/lib/money.ts';
import { formatDecimals } from '#web/lib/numbers.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { Modal } from '#web/ui/modal.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { LoadFailure, LoadingLines } from '#web/ui/states.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useSettings } from '#web/features/site/settings-queries.ts';
import { amountIn, creditsFor, newOrderNumber, refusalOf, suggestedAmountBdt, wholeTaka } from './amounts.ts';
import type { PurchaseOrder } from './queries.ts';
import { paymentWords } from './words.ts';

const { quickPackagesBdt, popularPackageBdt, amountMinBdt, amountMaxBdt } = purchaseRules;

function Package(props: { amountBdt: number; credits: number; checked: boolean; onChoose: () => void }) {
  const { amountBdt, credits, checked, onChoose } = props;
  const words = useWords(paymentWords);
  return (
    <chakra.label
      position="relative"
      display="block"
      borderWidth="1px"
      borderRadius="l2"
      borderColor={checked ? 'brand.solid' : 'border.control'}
      bg={checked ? 'brand.subtle' : 'bg.panel'}
      px="3"
      py="2.5"
      cursor="pointer"
      fontVariantNumeric="tabular-nums"
      _hover={{ bg: checked ? 'brand.subtle' : 'bg.muted' }}
      css={{ '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing' } }}
    >
      <VisuallyHidden asChild>
        <input type="radio" name="package" value={amountBdt} checked={checked} onChange={onChoose} />
      </VisuallyHidden>
      <Flex justify="space-between" align="center" gap="2">
        <Text as="span" fontWeight="semibold">
          {wholeTaka(amountBdt)}
        </Text>
        {amountBdt === popularPackageBdt ? (
          <Badge colorPalette="brand" variant={checked ? 'solid' : 'subtle'} textStyle="xs">
            {words.popular}
          </Badge>
        ) : null}
      </Flex>
      <Text as="span" display="block" textStyle="sm" color="fg.muted">
        {creditsText(credits)}
      </Text>
    </chakra.label>
  );
}

type Choice = { packageBdt: number | null; custom: string };

/** The chosen amount can be paid if `refusal` is empty. */
function chosenAmount({ packageBdt, custom }: Choice, settings: CreditSettings) {
  const amountBdt = packageBdt ?? amountIn(custom);
  if (amountBdt === null) {
    const refusal =
      custom.trim() === '' ? messagesNow().purchaseNothingChosen : wordsNow(paymentWords).inDigits;
    return { amountBdt: 0, credits: 0, refusal };
  }
  return {
    amountBdt,
    credits: creditsFor(amountBdt, settings),
    refusal: refusalOf(amountBdt, 'dialog', settings),
  };
}

function firstChoice(missingCredits: number | null, settings: CreditSettings): Choice {
  if (missingCredits === null) return { packageBdt: null, custom: '' };
  const amountBdt = Math.max(amountMinBdt, suggestedAmountBdt(missingCredits, settings));
  const packageBdt = quickPackagesBdt.find((amount) => amount === amountBdt) ?? null;
  return { packageBdt, custom: packageBdt === null ? String(amountBdt) : '' };
}

function AmountForm(props: {
  settings: CreditSettings;
  missingCredits: number | null;
  onOrder: (order: PurchaseOrder) => void;
}) {
  const { settings, missingCredits, onOrder } = props;
  const words = useWords(paymentWords);
  const [choice, setChoice] = useState(() => firstChoice(missingCredits, settings));
  const [submitted, setSubmitted] = useState(false);
  const { amountBdt, credits, refusal } = chosenAmount(choice, settings);
  const customRefusal = submitted && choice.custom !== '' ? refusal : null;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (refusal === null) onOrder({ number: newOrderNumber(), amountBdt, credits, origin: 'dialog' });
  };

  return (
    <Stack asChild gap="4">
      <form onSubmit={submit} noValidate>
        {missingCredits === null ? null : (
          <Notice tone="info">{words.needMore(creditsText(missingCredits))}</Notice>
        )}
        <chakra.fieldset>
          <chakra.legend textStyle="label" mb="2">
            {words.package}
          </chakra.legend>
          <Grid templateColumns="repeat(2, minmax(0, 1fr))" gap="2">
            {quickPackagesBdt.map((packageBdt) => (
              <Package
                key={packageBdt}
                amountBdt={packageBdt}
                credits={creditsFor(packageBdt, settings)}
                checked={choice.packageBdt === packageBdt}
                onChoose={() => setChoice({ packageBdt, custom: '' })}
              />
            ))}
          </Grid>
        </chakra.fieldset>
        <TextField
          label={words.otherAmount}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={choice.custom}
          onChange={(custom) => setChoice({ packageBdt: null, custom })}
          error={customRefusal ?? undefined}
          hint={words.amountHint(
            wholeTaka(amountMinBdt),
            wholeTaka(amountMaxBdt),
            formatDecimals(settings.creditsPerBDT),
          )}
        />
        {submitted && choice.custom === '' && refusal ? <Notice tone="error">{refusal}</Notice> : null}
        <Flex align="center" justify="space-between" gap="3" wrap="wrap">
          <Text as="output" textStyle="sm" aria-live="polite" fontVariantNumeric="tabular-nums">
            {refusal === null ? words.youGetNow(creditsText(credits)) : ''}
          </Text>
          <Button type="submit" ms="auto">
            {words.proceed}
          </Button>
        </Flex>
      </form>
    </Stack>
  );
}

export function BuyCreditsDialog(props: {
  missingCredits: number | null;
  onOrder: (order: PurchaseOrder) => void;
  onClose: () => void;
}) {
  const words = useWords(paymentWords);
  const settings = useSettings();
  return (
    <Modal open onClose={props.onClose} title={words.buyCredits}>
      {settings.isPending ? <LoadingLines lines={3} label={words.loadingPrices} /> : null}
      <LoadFailure title={words.pricesFailed} query={settings} />
      {settings.data ? (
        <AmountForm settings={settings.data} missingCredits={props.missingCredits} onOrder={props.onOrder} />
      ) : null}
    </Modal>
  );
}
