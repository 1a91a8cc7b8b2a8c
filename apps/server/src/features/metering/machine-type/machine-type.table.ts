import type { MachineType } from '@usance/api/metering/machine-type';

declare module '#platform/postgres/database.ts' {
  interface Database {
    machine_type: {
      cloud_provider: MachineType['cloudProvider'];
      family: string;
      size: string;
      series: MachineType['series'];
      cores: number;
      memory_gib: number;
      credits_per_core_hour: string;
    };
  }
}
