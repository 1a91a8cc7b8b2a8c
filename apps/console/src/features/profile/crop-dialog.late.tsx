import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { portraits } from '@usance/api/people/portrait';
import { use, useEffect, useId, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { FormModal } from '../../ui/feedback/dialog/form-modal.tsx';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { SayFilledIn } from '../../ui/form/say-filled-in.ts';
import classes from './crop-dialog.module.css';
import { cutSquare, type Square } from './cut-square.ts';
import { keepProfile } from './profile.queries.ts';

interface CropDialogProps {
  file: File;
  onClose: () => void;
}

/**
 * Lets the reader move and zoom a picture behind a round window, by mouse, finger or arrow keys, and uploads the
 * visible part.
 */
export function CropDialog({ file, onClose }: CropDialogProps) {
  return (
    <FormModal
      opened
      onClose={onClose}
      title={m.profile_portrait_crop()}
      size={440}
      returnFocus={false}
      // The window is measured when the dialog opens, so there is no transition.
      transitionProps={{ duration: 0 }}
    >
      <Crop file={file} onClose={onClose} />
    </FormModal>
  );
}

const largestZoom = 4;

function Crop({ file, onClose }: CropDialogProps) {
  const queryClient = useQueryClient();
  const address = useAddressOf(file);
  const picture = useRef<HTMLImageElement>(null);
  const [place, setPlace] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [square, setSquare] = useState<Square>();
  const [isUnreadable, setUnreadable] = useState(false);
  const sayFilledIn = use(SayFilledIn);
  const zoomId = useId();
  const hintId = useId();
  const save = useMutation({
    mutationFn: (content: string) => call(portraits.set, { body: { content } }),
    meta: { ignoreError: true },
    onSuccess: (kept) => {
      keepProfile(queryClient, kept);
      notify.success(m.profile_portrait_uploaded());
      onClose();
    },
  });
  return (
    <>
      <div className={classes.window}>
        {address !== undefined && !isUnreadable && (
          <Cropper
            image={address}
            crop={place}
            zoom={zoom}
            maxZoom={largestZoom}
            aspect={1}
            cropShape="round"
            showGrid={false}
            keyboardStep={8}
            onInteractionStart={sayFilledIn}
            onCropChange={setPlace}
            onZoomChange={setZoom}
            onCropAreaChange={(_, pixels) => setSquare(pixels)}
            setImageRef={(found) => {
              picture.current = found.current;
            }}
            mediaProps={{ alt: '', onError: () => setUnreadable(true) }}
            cropperProps={{ role: 'group', 'aria-label': m.profile_portrait_crop(), 'aria-describedby': hintId }}
            disableAutomaticStylesInjection
          />
        )}
      </div>
      <p id={hintId} className={classes.hint}>
        {m.profile_portrait_crop_hint()}
      </p>
      <div className={classes.zoom}>
        <label htmlFor={zoomId}>{m.profile_portrait_zoom()}</label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={largestZoom}
          step={0.1}
          value={zoom}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
        />
      </div>
      <FormRefusal error={isUnreadable ? null : save.error}>{isUnreadable ? m.rule_portrait_format() : ''}</FormRefusal>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button
          loading={save.isPending}
          disabled={isUnreadable || square === undefined}
          onClick={() => picture.current && square && save.mutate(cutSquare(picture.current, square))}
        >
          {m.ui_save()}
        </Button>
      </div>
    </>
  );
}

/** Returns an object URL for the file while it is shown. */
function useAddressOf(file: File): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
