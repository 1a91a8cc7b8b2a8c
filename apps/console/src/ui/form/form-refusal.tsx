import classes from './form.module.css';

/** Why a form was not taken, where no field of it is to blame; nothing while there is nothing to say. */
export function FormRefusal({ children }: { children: string }) {
  if (children === '') return null;
  return (
    <p role="alert" className={classes.refusal}>
      {children}
    </p>
  );
}
