/**
 * Locked PDFs in the browser: the password is requested where the file was added, opens it once, and is stored nowhere.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { overflowPx, phone, seriousProblems, signIn, useWebPages } from '#tests/harness/web-pages.ts';

const JOB_MS = 90_000;
const password = 'secret';

let stack: TestStack;
const web = useWebPages();
beforeAll(async () => {
  stack = await startTestStack();
});

async function addLocked(page: Page): Promise<void> {
  await page.goto('/dashboard?service=pdf-excel-converter');
  const file = {
    name: 'locked.pdf',
    mimeType: 'application/pdf',
    buffer: readFileSync('tests/fixtures/pdf/locked.pdf'),
  };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByText('locked.pdf is locked').waitFor();
}

const field = (page: Page) => page.getByLabel('Password of the PDF', { exact: true });

async function tryPassword(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

describe('a locked PDF', () => {
  it('a locked PDF asks for its password, rejects a wrong one, and is converted with the right one [locked-pdf]', async () => {
    const page = await web.open(stack.app);
    await signIn(page, 'demo@chalan.test', 'demo1234');
    await addLocked(page);
    expect(await field(page).getAttribute('type')).toBe('password');
    await tryPassword(page, 'not this one');
    await page.getByText('This password does not open it.').waitFor();
    expect(await field(page).inputValue()).toBe('');

    await tryPassword(page, password);
    await page.getByText('1 file ready').waitFor();
    const kept = String(await page.evaluate('JSON.stringify([localStorage, sessionStorage])'));
    expect(kept).toContain('locked.pdf');
    expect(kept).not.toContain(password);
    await page.getByRole('button', { name: 'Start Automation' }).click();
    await page
      .getByRole('link', { name: 'Download results of locked.pdf' })
      .first()
      .waitFor({ timeout: JOB_MS });
    await page.context().close();
  });

  it('the form of a locked PDF fits a phone, and can be used by keyboard', async () => {
    const page = await web.open(stack.app, phone);
    await signIn(page, 'demo@chalan.test', 'demo1234');
    await addLocked(page);
    expect(await overflowPx(page)).toBe(0);
    expect(await seriousProblems(page)).toEqual([]);
    await field(page).fill(password);
    await field(page).press('Enter');
    await page.getByText('1 file ready').waitFor();
    await page.context().close();
  });
});
