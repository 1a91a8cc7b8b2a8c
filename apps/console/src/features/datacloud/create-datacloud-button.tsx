import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import { Tip } from '../../ui/tip/tip.tsx';

interface CreateDatacloudButtonProps {
  enabled: boolean;
  /** In which it is made, unless another is chosen in the form. */
  contractId?: string;
}

/** Leads to the form; who may not create a data cloud is told so and stays. */
export function CreateDatacloudButton({ enabled, contractId }: CreateDatacloudButtonProps) {
  if (!enabled) {
    return (
      <Tip label={m.datacloud_no_auth()}>
        <Button size="sm" data-disabled aria-disabled onClick={(event) => event.preventDefault()}>
          {m.datacloud_create()}
        </Button>
      </Tip>
    );
  }
  return (
    <Button renderRoot={(props) => <Link to="/create-datacloud" search={{ contract: contractId }} {...props} />}>
      {m.datacloud_create()}
    </Button>
  );
}
