import type { CloudProvider } from '@usance/api/cloud';
import type { MachineSeries, MachineType } from '@usance/api/metering/machine-type';

/** Memory and credits for each core of a series. Core-hour prices follow from the credits. */
export const seriesFacts: Readonly<Record<MachineSeries, { memoryPerCoreGib: number; creditsPerCoreHour: string }>> = {
  r: { memoryPerCoreGib: 8, creditsPerCoreHour: '0.125' },
  m: { memoryPerCoreGib: 4, creditsPerCoreHour: '0.1' },
};

/** Grouped by memory per core: M6 of Tencent Cloud and m7 of Huawei Cloud have 8 GiB per core. */
const families: readonly (readonly [CloudProvider, MachineSeries, readonly string[]])[] = [
  ['aws', 'r', ['r6i', 'r7g']],
  ['aws', 'm', ['m6i', 'm7g']],
  ['azure', 'r', ['Esv5']],
  ['azure', 'm', ['Dsv5']],
  ['alibabacloud', 'r', ['r7', 'r8i']],
  ['alibabacloud', 'm', ['g7', 'g8i']],
  ['tencentcloud', 'r', ['MA5', 'M6']],
  ['tencentcloud', 'm', ['S6', 'SA5']],
  ['huaweicloud', 'r', ['m7']],
  ['huaweicloud', 'm', ['c7']],
  ['volcengine', 'r', ['r3i']],
  ['volcengine', 'm', ['g3i']],
];

const sizes = [
  ['xlarge', 4],
  ['2xlarge', 8],
  ['4xlarge', 16],
  ['8xlarge', 32],
] as const;

export const knownMachineTypes: readonly MachineType[] = families.flatMap(([cloudProvider, series, names]) =>
  names.flatMap((family) =>
    sizes.map(([size, cores]) => {
      const { memoryPerCoreGib, creditsPerCoreHour } = seriesFacts[series];
      const memoryGib = cores * memoryPerCoreGib;
      return { cloudProvider, family, size, series, cores, memoryGib, creditsPerCoreHour };
    }),
  ),
);
