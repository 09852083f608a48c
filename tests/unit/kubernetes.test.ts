/** What the Kubernetes manifests give each part, and what they keep from an attacker who got into one. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { THREAD_HEAP_MIB_MAX } from '#activities/results/write-tables.ts';
import { foreignTo, secretVariables, workerRoles, type Part, type WorkerRole } from '#api/env-parts.ts';
import { MIB } from '#contracts/byte-sizes.ts';
import { limits } from '#contracts/limits.ts';
import { taskQueues } from '#workflows/ids.ts';

/** A process with its workflows in memory, and what it sends to the thread that writes tables. */
const PROCESS_BYTES = 1024 * MIB;
/** The sources of a combined PDF, what is parsed of them, and the result are in memory at the same time. */
const COPIES_OF_COMBINED_PDF = 4;

/** The role whose workers take from a queue. */
const roleOf: Record<keyof typeof taskQueues, WorkerRole> = {
  main: 'workflows',
  files: 'rows',
  rows: 'rows',
  portals: 'portals',
  practice: 'practice',
  outbound: 'outbound',
};
/** Practice runs wait, rather than take a machine that customers pay for. */
const unscaled: WorkerRole = 'practice';

const FOLDER = 'ops/kubernetes';
const notManifests = ['kustomization.yaml', 'prometheus-adapter.yaml'];
const read = (file: string): string => readFileSync(path.join(FOLDER, file), 'utf8');

const container = z.object({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()),
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  envFrom: z
    .array(
      z.object({
        configMapRef: z.object({ name: z.string() }).optional(),
        secretRef: z.object({ name: z.string() }).optional(),
      }),
    )
    .default([]),
  readinessProbe: z.object({ httpGet: z.object({ path: z.string() }) }).optional(),
  livenessProbe: z.object({ httpGet: z.object({ path: z.string() }) }).optional(),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })).default([]),
  securityContext: z.unknown(),
  resources: z.object({ limits: z.object({ memory: z.string() }) }).optional(),
});
const template = z.object({
  metadata: z.object({ annotations: z.record(z.string(), z.string()).default({}) }),
});
const pod = z.object({
  automountServiceAccountToken: z.boolean(),
  terminationGracePeriodSeconds: z.number().default(30),
  securityContext: z.object({
    runAsNonRoot: z.boolean(),
    seccompProfile: z.object({ type: z.string(), localhostProfile: z.string().optional() }),
  }),
  initContainers: z.array(container).default([]),
  containers: z.array(container),
});
const manifest = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
  data: z.record(z.string(), z.string()).optional(),
  spec: z.unknown().optional(),
});
type Manifest = z.infer<typeof manifest>;

const files = readdirSync(FOLDER).filter((name) => !notManifests.includes(name));
const manifests: Manifest[] = files.flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => manifest.parse(document.toJS())),
);
const ofKind = (kind: string): Manifest[] => manifests.filter((each) => each.kind === kind);
const pods = [...ofKind('Deployment'), ...ofKind('Job')].map(({ metadata, spec }) => ({
  name: metadata.name,
  pod: z.object({ template: z.object({ spec: pod }) }).parse(spec).template.spec,
}));
const containers = pods.flatMap(({ name, pod: { initContainers, containers: own } }) =>
  [...initContainers, ...own].map((each) => ({ part: name, ...each })),
);
const settings = new Map(ofKind('ConfigMap').map(({ metadata, data = {} }) => [metadata.name, data]));
const settingsOf = (each: (typeof containers)[number]): string[] => [
  ...each.env.map(({ name }) => name),
  ...each.envFrom.flatMap(({ configMapRef }) => Object.keys(settings.get(configMapRef?.name ?? '') ?? {})),
];
const secretsOf = (each: (typeof containers)[number]): string[] =>
  each.envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []);
const rolesOf = ({ env }: (typeof containers)[number]): string[] =>
  env.flatMap(({ name, value }) => (name === 'WORKER_QUEUES' ? value.split(',') : []));
const names = containers.map(({ part, name }) => `${part}/${name}`);

describe('Kubernetes', () => {
  test('the manifests are all applied, and no other', () => {
    const { resources } = z
      .object({ resources: z.array(z.string()) })
      .parse(parse(read('kustomization.yaml')));
    expect(resources.toSorted()).toEqual(files.toSorted());
  });

  test('the manifests have no secret, and give each part the secrets that are for it', () => {
    const written = [...settings.values()].flatMap((data) => Object.keys(data));
    expect(written.filter((name) => secretVariables.includes(name))).toEqual([]);
    expect(Object.fromEntries(containers.map((each, index) => [names[index], secretsOf(each)]))).toEqual({
      'api/api': ['chalan-shared', 'chalan-temporal', 'chalan-api'],
      'worker-steps/worker': ['chalan-shared', 'chalan-temporal', 'chalan-steps'],
      'worker-portals/worker': ['chalan-shared', 'chalan-temporal', 'chalan-portals'],
      'set-up/migrate': ['chalan-owner'],
      'set-up/temporal': ['chalan-temporal'],
    });
  });

  test('the manifests give everything that calls Temporal what Temporal may ask for', () => {
    const calling = containers.filter((each) => settingsOf(each).includes('TEMPORAL_ADDRESS'));
    expect(calling.map(({ part }) => part).toSorted()).toEqual([
      'api',
      'set-up',
      'worker-portals',
      'worker-steps',
    ]);
    for (const each of calling) {
      expect(secretsOf(each), each.part).toContain('chalan-temporal');
      expect(each.volumeMounts, each.part).toContainEqual({ name: 'temporal', mountPath: '/temporal' });
    }
  });

  test('the manifests let Prometheus ask every port on which a part serves metrics', () => {
    for (const { metadata, spec } of ofKind('Deployment')) {
      const { annotations } = z.object({ template }).parse(spec).template.metadata;
      expect(annotations['prometheus.io/scrape'], metadata.name).toBe('true');
      const given = containers.filter(({ part }) => part === metadata.name);
      // With the annotation of a port, Prometheus asks that one alone.
      const asked = annotations['prometheus.io/port']
        ? [Number(annotations['prometheus.io/port'])]
        : given.flatMap(({ ports }) => ports.map(({ containerPort }) => containerPort));
      const served = given.flatMap(({ envFrom }) =>
        envFrom.flatMap(({ configMapRef }) =>
          Object.entries(settings.get(configMapRef?.name ?? '') ?? {})
            .filter(([name]) => name.endsWith('METRICS_ADDRESS'))
            .map(([, address]) => Number(address.split(':').at(-1))),
        ),
      );
      expect(served.length, metadata.name).toBeGreaterThan(0);
      expect(asked, metadata.name).toEqual(expect.arrayContaining(served));
    }
  });

  test.each([
    ['api', 'api'],
    ['worker-steps', 'worker'],
    ['worker-portals', 'worker'],
  ] as const)('give %s no setting that another part alone reads', (name, part: Part) => {
    const given = containers.filter((each) => each.part === name).flatMap(settingsOf);
    expect(given).toEqual(
      expect.arrayContaining(['NODE_ENV', 'APP_URL', 'TEMPORAL_ADDRESS', 'OTEL_EXPORTER_OTLP_ENDPOINT']),
    );
    expect(given.filter((variable) => foreignTo(part).includes(variable))).toEqual([]);
  });

  test('the manifests give the workers all roles together, each once', () => {
    expect(containers.flatMap(rolesOf).toSorted()).toEqual([...workerRoles].toSorted());
  });

  test('the manifests give the part that writes result files memory for those of a large job', () => {
    const writing = containers.filter((each) => rolesOf(each).includes('rows'));
    expect(writing).toHaveLength(1);
    const needed =
      PROCESS_BYTES + limits.combinedPdfBytesMax * COPIES_OF_COMBINED_PDF + THREAD_HEAP_MIB_MAX * MIB;
    for (const { part, resources } of writing) {
      const [, gib] = /^(\d+)Gi$/.exec(resources?.limits.memory ?? '') ?? [];
      expect(Number(gib) * 1024 * MIB, part).toBeGreaterThanOrEqual(needed);
    }
  });

  test.each(names.map((name, index) => [name, containers[index]] as const))(
    'the manifests give %s a file system that it cannot write, no capability and no new rights',
    (_, each) => {
      expect(each?.image).toBe('chalan');
      expect(each?.securityContext).toEqual({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      });
    },
  );

  test('the manifests run nobody as root or with an account of the cluster, and loosen the system calls for the browser alone', () => {
    for (const { name, pod: spec } of pods) {
      expect(spec, name).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true },
      });
      const { type } = spec.securityContext.seccompProfile;
      expect(type, name).toBe(name === 'worker-portals' ? 'Localhost' : 'RuntimeDefault');
    }
  });

  test('the manifests ask the API whether it lives and can serve, and leave workers the time to hand over', () => {
    const [api] = containers.filter(({ part }) => part === 'api');
    expect(api?.livenessProbe?.httpGet.path).toBe('/healthz');
    expect(api?.readinessProbe?.httpGet.path).toBe('/readyz');
    for (const { name, pod: spec } of pods)
      if (name.startsWith('worker'))
        expect(spec.terminationGracePeriodSeconds, name).toBeGreaterThanOrEqual(90);
  });

  test('the manifests scale the workers by how long work waits in each of their task queues but that of practice runs', () => {
    const scaler = z.object({
      scaleTargetRef: z.object({ name: z.string() }),
      metrics: z.array(
        z.object({
          external: z
            .object({
              metric: z.object({
                name: z.string(),
                selector: z.object({ matchLabels: z.object({ task_queue: z.string() }) }),
              }),
            })
            .optional(),
        }),
      ),
    });
    const found = ofKind('HorizontalPodAutoscaler').map(({ spec }) => scaler.parse(spec));
    const metrics = found.flatMap(({ scaleTargetRef, metrics: each }) =>
      each.flatMap(({ external }) => (external ? [{ part: scaleTargetRef.name, ...external.metric }] : [])),
    );
    const queues = (Object.keys(taskQueues) as (keyof typeof taskQueues)[]).filter(
      (queue) => roleOf[queue] !== unscaled,
    );
    const wanted = queues.map((queue) => {
      const worker = containers.find((each) => rolesOf(each).includes(roleOf[queue]));
      return `${worker?.part} ${taskQueues[queue]}`;
    });
    expect(
      metrics.map(({ part, selector }) => `${part} ${selector.matchLabels.task_queue}`).toSorted(),
    ).toEqual(wanted.toSorted());
    for (const { name } of metrics) expect(read('prometheus-adapter.yaml')).toContain(`as: ${name} `);
  });

  test('a task queue without a sample counts as empty as long as the workers are read at all', () => {
    const { rules } = z
      .object({ rules: z.object({ external: z.array(z.object({ metricsQuery: z.string() })) }) })
      .parse(parse(read('prometheus-adapter.yaml')));
    const zero = /\)\)\) >= 0 or on\(\) 0 \* count\((\w+)\)\) \/ 1000$/;
    expect(rules.external).toHaveLength(1);
    for (const { metricsQuery } of rules.external)
      expect(metricsQuery.match(zero)?.[1]).toBe('temporal_activity_schedule_to_start_latency_bucket');
  });
});
