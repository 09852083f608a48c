/** What Prometheus reads of the compose file's parts, and that it notices a part without processes. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const read = (file: string): unknown => parse(readFileSync(file, 'utf8'));
const scrapes = z
  .object({
    scrape_configs: z.array(
      z.object({
        job_name: z.string(),
        dns_sd_configs: z.array(z.object({ names: z.array(z.string()), port: z.number() })),
        relabel_configs: z
          .array(z.object({ source_labels: z.array(z.string()), target_label: z.string() }))
          .default([]),
      }),
    ),
  })
  .parse(read('ops/prometheus.yml')).scrape_configs;
const alerts = z
  .object({
    groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
  })
  .parse(read('ops/alerts.yml'))
  .groups.flatMap(({ rules }) => rules);
const exprOf = (name: string): string => alerts.find(({ alert }) => alert === name)?.expr ?? '';
const own = scrapes.find(({ job_name: name }) => name === 'chalan');
const parts = (own?.dns_sd_configs ?? []).flatMap(({ names }) => names);

test('Prometheus asks each part by its name, and keeps the name as a label, by which it notices that the part is missing', () => {
  expect(own?.relabel_configs).toEqual([{ source_labels: ['__meta_dns_name'], target_label: 'part' }]);
  expect(parts).toEqual(['api', 'worker', 'worker-steps']);
  // A target that is gone leaves no sample: only `absent` finds it.
  const noticed = [...exprOf('PartGone').matchAll(/absent\(up\{part="([^"]+)"\} == 1\)/g)].map(
    ([, part]) => part,
  );
  expect(noticed).toEqual(parts);
});

test('an alert expects as many processes of the API as the compose file starts', () => {
  const { services } = z
    .object({ services: z.object({ api: z.object({ deploy: z.object({ replicas: z.number() }) }) }) })
    .parse(parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }));
  expect(exprOf('ApiProcessMissing')).toBe(`count(up{part="api"} == 1) < ${services.api.deploy.replicas}`);
});

test('an alert rings for a workflow task that is too large, which the SDK counts only at the first attempt', () => {
  const counter =
    'temporal_workflow_task_execution_failed{failure_reason=~"RequestTooLarge|GrpcMessageTooLarge"}';
  // A series that begins with 1 and stays so never increases.
  expect(exprOf('WorkflowsStandStill').split(' or ')).toContain(
    `count(${counter} unless ${counter} offset 30m) > 0`,
  );
});
