import { chromium } from 'playwright';
import { findChromium } from '#activities/chromium.ts';
const c: any = await findChromium();
const executablePath = typeof c === 'string' ? c : c.executablePath;
const browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...(c.env ?? {}) } as any,
  chromiumSandbox: false,
  args: ['--disable-gpu'],
});
const [who, width, lang, ...places] = process.argv.slice(2);
const ctx = await browser.newContext({
  viewport: { width: Number(width), height: Number(width) < 500 ? 780 : 768 },
  locale: 'en',
});
const page = await ctx.newPage();
await page.goto('http://localhost:3100/services');
if (who !== 'none') {
  await page.evaluate(
    `fetch('/api/auth/login',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({email:'${who}@chalan.test',password:'${who}1234'})})`,
  );
}
if (lang === 'bn') {
  await page.getByRole('button', { name: /বাংলা/ }).first().click();
  await page.waitForTimeout(800);
}
for (const place of places) {
  await page.goto('http://localhost:3100' + place, { waitUntil: 'networkidle' });
  await page.waitForTimeout(1200);
  const name = `${who}-${width}-${lang}-${place.replaceAll(/[^a-z0-9]+/gi, '_')}.png`;
  await page.screenshot({ path: '/tmp/shots/' + name, fullPage: true });
  console.log(name, await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
}
await browser.close();
