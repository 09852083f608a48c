/** What the compose file and the image keep from an attacker who got into a part, or who is outside. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { composeServices } from '#tests/harness/compose-file.ts';

const file = readFileSync('docker-compose.yml', 'utf8');
const services = composeServices(file);
const image = readFileSync('temporal/Dockerfile', 'utf8');
const names = Object.keys(services);

/** Our own parts, and the proxy, which is the only one that strangers reach. */
const hardened = ['migrate', 'temporal-set-up', 'api', 'worker-steps', 'worker', 'proxy', 'prometheus'];
const ours = hardened.filter((name) => name !== 'proxy' && name !== 'prometheus');

describe('compose', () => {
  test('the compose file publishes ports of the proxy only, and on this machine alone the UI that operators ask for [published-ports]', () => {
    const published = names.flatMap((name) => services[name]!.list('ports').map((port) => `${name} ${port}`));
    expect(published.toSorted()).toEqual([
      'proxy 443:443',
      'proxy 80:80',
      // The exception: it has no sign-in of its own, so it is started by name and listens on the loopback.
      'temporal-ui 127.0.0.1:8233:8080',
    ]);
    expect(services['temporal-ui']!.list('profiles')).toEqual(['operators']);
    expect(names.filter((name) => services[name]!.text('network_mode') !== '')).toEqual([]);
    expect(names.filter((name) => services[name]!.text('privileged') !== '')).toEqual([]);
  });

  test.each(hardened)(
    'the compose file gives %s a file system that it cannot write, no capability and no new rights',
    (name) => {
      const service = services[name]!;
      expect(service.text('read_only')).toBe('true');
      expect(service.list('cap_drop')).toEqual(['ALL']);
      expect(service.list('security_opt')).toContain('no-new-privileges:true');
      // The proxy takes the ports 80 and 443.
      expect(service.list('cap_add')).toEqual(name === 'proxy' ? ['NET_BIND_SERVICE'] : []);
    },
  );

  test.each(ours)('the compose file runs %s under an init that reaps processes, and not as root', (name) => {
    expect(services[name]!.text('init')).toBe('true');
    expect(services[name]!.text('user')).toBe('');
  });

  test('the compose file loosens the profile of system calls for the worker alone', () => {
    const loosened = names.filter((name) =>
      services[name]!.list('security_opt').some((option) => option.startsWith('seccomp')),
    );
    expect(loosened).toEqual(['worker']);
    expect(services['worker']!.list('security_opt')).toContain('seccomp=temporal/browser-seccomp.json');
  });

  test('the compose file names a version of each image of others', () => {
    const others = names.map((name) => services[name]!.text('image')).filter((name) => name !== '');
    expect(others.filter((name) => name !== 'chalan' && !/:v?\d/.test(name))).toEqual([]);
  });
});

test('all parts that speak with Temporal get the namespace that an operator names after a restore', () => {
  const speaking = names.filter((name) => services[name]!.keys('environment').includes('TEMPORAL_ADDRESS'));
  // These two serve all namespaces.
  const serving = ['temporal-namespace', 'temporal-ui'];
  const ofOne = speaking.filter((name) => !serving.includes(name));
  expect(ofOne.toSorted()).toEqual(['api', 'temporal-set-up', 'worker', 'worker-steps']);
  expect(ofOne.filter((name) => !services[name]!.keys('environment').includes('TEMPORAL_NAMESPACE'))).toEqual(
    [],
  );
  expect(file).toContain('temporal operator namespace create --retention 72h ${TEMPORAL_NAMESPACE:-default}');
});

describe('images', () => {
  test('the image has Node 24, and runs as a user that is not root', () => {
    expect(image).toMatch(/^FROM node:24-/m);
    expect([...image.matchAll(/^USER (.*)$/gm)].map(([, user]) => user)).toEqual(['node']);
    expect(image.indexOf('\nUSER ')).toBeGreaterThan(image.lastIndexOf('\nRUN '));
  });
});

/** Whether a path is part of what Docker builds the image from: the last pattern that fits it, or a folder of it, decides. */
function isInImage(file: string): boolean {
  const folders = file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  const patterns = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => /^[^#]/.test(line));
  const last = patterns.findLast((pattern) => folders.some((folder) => patternOf(pattern).test(folder)));
  return last === undefined || last.startsWith('!');
}
const patternOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/^!/, '')
      .replaceAll('.', '\\.')
      .replaceAll('**/', '<any>')
      .replaceAll('*', '[^/]*')
      .replaceAll('<any>', '(?:.*/)?')}$`,
  );

describe('what the image is built from', () => {
  test.each([
    '.env',
    '.env.production',
    'api/.env',
    'secrets.json',
    'key.pem',
    'temporal/key.pem',
    '.git/config',
  ])('the image does not contain %s, which may hold secrets of every part', (file) =>
    expect(isInImage(file)).toBe(false),
  );

  test('git does not take up the file with the secrets of the compose file', () => {
    const ignored = readFileSync('.gitignore', 'utf8').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.env', '.env.*']));
  });

  test('the image contains the sources of its processes', () => {
    const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      imports: Record<string, string>;
    };
    const sources = Object.values(imports).map((folder) => folder.replace(/^\.\/|\/\*$/g, ''));
    const files = ['package.json', 'package-lock.json', '.npmrc', 'tsconfig.json', ...sources];
    expect(files.filter((file) => !isInImage(file))).toEqual([]);
  });
});

type Rule = { names: string[]; action: string; args?: { index: number; value: number; op: string }[] };
type Profile = { defaultAction: string; syscalls: Rule[] };

describe('system calls', () => {
  const profile = JSON.parse(readFileSync('temporal/browser-seccomp.json', 'utf8')) as Profile;
  const allowed = new Set(profile.syscalls.filter(({ args }) => !args).flatMap(({ names: calls }) => calls));

  test('the worker’s profile of system calls forbids every call that it does not name [allowed-system-calls]', () => {
    expect(profile.defaultAction).toBe('SCMP_ACT_ERRNO');
    expect(profile.syscalls.filter(({ action }) => action !== 'SCMP_ACT_ALLOW')).toEqual([]);
  });

  test.each([
    ['mounts', ['mount', 'umount2', 'pivot_root', 'move_mount', 'fsopen', 'open_tree']],
    [
      'what other processes have in memory',
      ['ptrace', 'process_vm_readv', 'process_vm_writev', 'pidfd_getfd'],
    ],
    [
      'parts of the kernel',
      ['bpf', 'perf_event_open', 'init_module', 'finit_module', 'kexec_load', 'reboot'],
    ],
    ['keys, and files by number', ['add_key', 'keyctl', 'request_key', 'open_by_handle_at']],
    ['queues that other profiles cannot look into', ['io_uring_setup', 'io_uring_enter', 'userfaultfd']],
    ['clocks and names of the machine', ['settimeofday', 'clock_settime', 'sethostname', 'setdomainname']],
  ])('names no call for %s', (_, calls) => {
    expect(calls.filter((call) => allowed.has(call))).toEqual([]);
  });

  test("the worker's profile of system calls names what the namespaces of Chromium's sandbox and network need", () => {
    for (const call of ['unshare', 'setns', 'clone', 'chroot']) expect(allowed).toContain(call);
  });

  test('the worker’s profile of system calls has no socket to the ciphers of the kernel or to the host of a virtual machine', () => {
    const ofSockets = profile.syscalls.filter(({ names: calls }) => calls.includes('socket'));
    expect(ofSockets.map(({ args }) => args)).toEqual([
      [{ index: 0, value: 38, op: 'SCMP_CMP_LT' }],
      [{ index: 0, value: 39, op: 'SCMP_CMP_EQ' }],
      [{ index: 0, value: 40, op: 'SCMP_CMP_GT' }],
    ]);
  });
});
