/** Goes on with what index.html shows, until the router knows which page it is. */
export function FirstFrame() {
  return (
    <div className="first-frame" aria-hidden="true">
      <div>
        <b>usance</b>
      </div>
      <div>
        <i />
        <i />
        <i />
      </div>
      <div>
        <i />
        <i />
        <i />
      </div>
    </div>
  );
}
